import { Kept } from '../house/kept.svelte'
import { isTable, latestFirst, mine, type Played } from './games.svelte'

// Records of the games of this browser: with them a game can be replayed in any house. They are read only where needed.

export const MOST_LETTERS = 2_000_000 // a browser has room for about five million
type Records = Readonly<Record<string, string>>

const readRecords = (kept: unknown): Records =>
  isTable(kept) ? Object.fromEntries(Object.entries(kept).filter((each): each is [string, string] => typeof each[1] === 'string')) : {}

/** As many as there is room for, those of the latest games. */
export function fitting(records: Records, played: readonly Played[], most = MOST_LETTERS): Records {
  let left = most
  const kept = latestFirst(played).flatMap(({ id }) => {
    const text = records[id]
    left -= text?.length ?? 0
    return text === undefined || left < 0 ? [] : [[id, text] as const]
  })
  return Object.fromEntries(kept)
}

const records = new Kept('records', readRecords, (own, others) => fitting({ ...others, ...own }, mine.all))

export const recordOf = (id: string): string | undefined => records.value[id]

export function keep(played: Played, record: string): void {
  mine.add(played)
  records.change((all) => fitting({ ...all, [played.id]: all[played.id] ?? record }, mine.all))
}

export function forget(id: string): void {
  mine.drop(id)
  records.change((all) => fitting(all, mine.all))
}
