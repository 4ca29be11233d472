import { post, Trouble } from '../house/api'
import { houseKey } from '../house/key.svelte'
import { route } from '../house/route.svelte'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import { say } from '../house/texts.svelte'
import type { Summaries, TableOpened } from '../wire/api'
import { base } from '../wire/base'
import { mine, type Played } from './games.svelte'
import { recordOf } from './records.svelte'

/** Leads to the replay of a game: at its table, or where this house does not have it, at one made from its record. */
export async function openReplay(played: Played, review: boolean): Promise<void> {
  const table = (await isHere(played.table)) ? played.table : await bring(played)
  route.go(`${base}/t/${table}/replay?at=0${review ? '&review' : ''}`)
}

async function isHere(table: string): Promise<boolean> {
  if (table === '') return false
  return (await post<Summaries>('summaries', { tables: [table] })).tables.length > 0
}

async function bring({ id }: Played): Promise<string> {
  const record = recordOf(id)
  if (record === undefined) throw new Trouble(404, say('only_the_result'))
  const opened = await post<TableOpened>(`records?lang=${settings.language}`, { record }, houseKey.get())
  seats.add(opened.table, { seats: Object.fromEntries(opened.seats.map(({ seat, key }) => [seat, key!])), host: opened.host })
  mine.lies(id, opened.table)
  return opened.table
}
