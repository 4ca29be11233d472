// What was reached alone, the best of each game, variant and content; it stays in this browser.

const PLACE = 'spieltisch.best'

interface Best {
  readonly points: number
  /** Of which table, so that looking at it again is no new result. */
  readonly table: string
}

function all(): Record<string, Best> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Best>
  } catch {
    return {}
  }
}

/** The best before this result, which is kept if it is better. */
export function best(what: string, table: string, points: number): { readonly before: number | null; readonly isBest: boolean; readonly isFirst: boolean } {
  const { [what]: old, ...others } = all()
  if (old?.table === table) return { before: null, isBest: true, isFirst: false }
  const isBest = old === undefined || points > old.points
  if (isBest) {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ ...others, [what]: { points, table } }))
    } catch {
      // A private window may forbid it; then nothing is kept.
    }
  }
  return { before: old?.points ?? null, isBest, isFirst: old === undefined }
}

/** The star of a level is reached with what it scores on average. */
export const stars = (points: number, averages: readonly (readonly [level: string, average: number])[]): number =>
  averages.filter(([, average]) => points >= average).length

/** The best so far of what is played alone; null: it has not been played. */
export const bestOf = (what: string): number | null => all()[what]?.points ?? null

/** By which name the best is remembered. */
export const bestName = (game: string, variant: string, options: Readonly<Record<string, string>>): string => [game, variant, ...Object.values(options)].join(' ')
