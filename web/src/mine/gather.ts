import { get } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import type { ReviewAnswer } from '../wire/api'
import { mine } from './games.svelte'
import { learn, rememberTables } from './remember'

const MOST = 50 // tables that are asked about at once
const REVIEWS = 20 // games whose review may have been made since

/** Games of this browser that ended while nobody looked, and reviews that were finished since. */
export async function gather(): Promise<void> {
  const known = new Set(mine.all.map(({ table }) => table))
  const unknown = seats.tables.filter((table) => !known.has(table)).slice(0, MOST)
  if (unknown.length > 0) await rememberTables(unknown)
  const unjudged = mine.all.filter(({ table, judged }) => judged === null && seats.tables.includes(table)).slice(0, REVIEWS)
  for (const { table } of unjudged) {
    const { review } = await get<ReviewAnswer>(`tables/${table}/review?lang=${settings.language}`)
    if (review !== null) await learn(table, review)
  }
}
