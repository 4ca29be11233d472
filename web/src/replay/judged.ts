import type { CostlyMove, ReviewFound } from '../wire/api'

// What a review comes to, in short: whose moves are pointed out, and what was luck.

const MOST = 3 // moves that are pointed out at once

/** Whoever played one seat sees their own costly moves, and can unfold the others'; whoever held several or none, those of all. */
export function costlyFor(costly: readonly CostlyMove[], own: readonly number[], players: number): { mine: readonly CostlyMove[]; others: readonly CostlyMove[] } {
  const single = own.length === 1 && players > 1
  const mine = single ? costly.filter(({ seat }) => own.includes(seat)) : costly
  const others = single ? costly.filter(({ seat }) => !own.includes(seat)) : []
  return { mine: mine.slice(0, MOST), others: others.slice(0, MOST) }
}

/** The next one in the game; after the last one the first again. */
export function nextCostly(costly: readonly CostlyMove[], at: number): number | null {
  const events = costly.map(({ event }) => event).sort((a, b) => a - b)
  const next = events.find((event) => event > at) ?? events[0]
  return next === undefined || next === at ? null : next
}

const LITTLE = 100_000 // of the win, in millionths
const LITTLE_ALONE = 1_000_000 // one point

export type Luck = 'hardly' | 'unclear' | 'helped' | 'against'
export type Decided = 'better' | 'worse' | 'alike'
type Judged = Pick<ReviewFound, 'totals' | 'unit'>

/** How far the border between luck and decisions may be off. */
export const margin = ({ totals }: Judged): number => Math.max(...totals.map(({ error }) => error))

/** What luck did to a seat. Only what is larger than its margin is called so, and only what is known to be little is called little. */
export function luckOf(review: Judged, seat: number): Luck {
  const little = review.unit === 'share' ? LITTLE : LITTLE_ALONE
  const [luck, off] = [review.totals[seat]!.luck, margin(review)]
  if (Math.abs(luck) > Math.max(off, little)) return luck > 0 ? 'helped' : 'against'
  return Math.abs(luck) + off <= 2 * little ? 'hardly' : 'unclear'
}

/** Whether a seat's own decisions brought more than the others' did on average, or less: measured like the numbers below; what lies within the margin is alike. */
export function decidedBy(review: Judged, seat: number): Decided {
  const others = review.totals.filter((each) => each.seat !== seat)
  const ahead = review.totals[seat]!.own - others.reduce((sum, { own }) => sum + own, 0) / others.length
  if (Math.abs(ahead) <= Math.max(margin(review), LITTLE)) return 'alike'
  return ahead > 0 ? 'better' : 'worse'
}

/** What a value is worth in whole hundredths of the win, or in points. */
export const inUnits = (millionths: number, unit: ReviewFound['unit']): number => Math.round(millionths / (unit === 'share' ? 10_000 : 1_000_000)) + 0

type Parts = Readonly<Record<'even' | 'luck' | 'result', number>>

/** What luck and decisions brought on the way from the even start to the result: rounded where each step ends, so that the steps add up. */
export function split({ even, luck, result }: Parts, unit: ReviewFound['unit']): { luck: number; decisions: number } {
  const reached = inUnits(even + luck, unit)
  return { luck: reached - inUnits(even, unit), decisions: inUnits(result, unit) - reached }
}

/** Whole numbers that add up to what the sum rounds to, each as near to its value as that allows. */
export function rounded(values: readonly number[]): readonly number[] {
  const whole = values.map(Math.floor)
  const missing = Math.round(values.reduce((sum, each) => sum + each, 0)) - whole.reduce((sum, each) => sum + each, 0)
  const first = values.map((_, k) => k).sort((a, b) => values[b]! - whole[b]! - (values[a]! - whole[a]!))
  for (const k of first.slice(0, missing)) whole[k]! += 1
  return whole
}
