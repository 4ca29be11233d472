import { get, post } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import type { ReviewFound, Seen, Summaries } from '../wire/api'
import type { Scene } from '../wire/messages'
import { mine } from './games.svelte'
import { keep } from './records.svelte'
import { judgedOf, summary, type Recorded } from './summary'

// Games are remembered when their end is shown, and once more when the coach has gone through them.

/** A record from elsewhere, of somebody's game: all of it was given, and nobody has played it here. */
const isBrought = ({ log, dice }: Recorded): boolean => dice?.given === log.length

/** The end of a game is shown: it is one of mine if a seat of this browser played it, or if I brought it back here. */
export async function remember(scene: Scene, at = Date.now()): Promise<void> {
  const own = Object.keys(seats.at(scene.table).seats).map(Number)
  if (own.length === 0 || mine.at(scene.table) !== undefined) return
  const record = await get<Recorded>(`tables/${scene.table}/record`)
  const played = summary(scene, record, own, at)
  if (played === null || (isBrought(record) && !mine.all.some(({ id }) => id === played.id))) return
  keep(played, JSON.stringify(record))
}

/** A game that has ended while nobody looked. */
export async function rememberTables(tables: readonly string[]): Promise<void> {
  const found = await post<Summaries>('summaries', { tables })
  for (const { table, updated } of found.tables.filter(({ stage }) => stage === 'over')) {
    const { scene } = await get<Seen>(`tables/${table}?lang=${settings.language}`)
    await remember(scene, updated * 1000)
  }
}

/** The coach has gone through the game at this table. */
export async function learn(table: string, review: ReviewFound): Promise<void> {
  if (review.totals.length === 0) return
  if (mine.at(table) === undefined && seats.tables.includes(table)) await rememberTables([table])
  const played = mine.at(table)
  const judged = played?.judged === null ? judgedOf(review, played) : null
  if (judged !== null) mine.judge(played!.id, judged)
}
