import { entries, Kept, united } from '../house/kept.svelte'

// What was reached alone, the best of each game, variant and content; it stays in this browser.

interface Best {
  readonly points: number
  /** Of which table, so that looking at it again is no new result. */
  readonly table: string
}

const isBest = (value: unknown): value is Best =>
  typeof value === 'object' && value !== null && 'points' in value && Number.isFinite(value.points) && 'table' in value && typeof value.table === 'string'

const kept = new Kept('best', (all) => entries(all, isBest), united((own, other) => (other.points > own.points ? other : own)))

/** The best before this result, which is kept if it is better. */
export function best(what: string, table: string, points: number): { readonly before: number | null; readonly isBest: boolean; readonly isFirst: boolean } {
  const old = kept.value[what]
  if (old?.table === table) return { before: null, isBest: true, isFirst: false }
  const better = old === undefined || points > old.points
  if (better) kept.change((all) => ({ ...all, [what]: { points, table } }))
  return { before: old?.points ?? null, isBest: better, isFirst: old === undefined }
}

/** The star of a level is reached with what it scores on average. */
export const stars = (points: number, averages: readonly (readonly [level: string, average: number])[]): number =>
  averages.filter(([, average]) => points >= average).length

/** The best so far of what is played alone; null: it has not been played. */
export const bestOf = (what: string): number | null => kept.value[what]?.points ?? null

/** By which name the best is remembered. */
export const bestName = (game: string, variant: string, options: Readonly<Record<string, string>>): string => [game, variant, ...Object.values(options)].join(' ')
