import type { EndingShown, Scene, Side } from '../wire/messages'

/** How a game ended for whoever looks: the seats of this browser, or nobody's. */
export interface Verdict {
  readonly kind: 'won' | 'shared' | 'lost' | 'watched' | 'alone'
  readonly winners: readonly number[]
  /** Points between this side and the next below it, or the one that won. */
  readonly margin: number
}

export function verdict({ seats, looking }: Scene, { places, points }: EndingShown): Verdict {
  const winners = places.flatMap((place, seat) => (place === 0 ? [seat] : []))
  const mine = seats.flatMap((seat, number) => (seat.yours ? [number] : []))
  const best = Math.max(...winners.map((seat) => points[seat]!))
  if (places.length === 1) return { kind: 'alone', winners, margin: 0 }
  if (mine.length !== 1 || looking === null) return { kind: 'watched', winners, margin: 0 } // several people at one screen
  const me = mine[0]!
  if (places[me] !== 0) return { kind: 'lost', winners, margin: best - points[me]! }
  const others = points.filter((_, seat) => places[seat] !== 0)
  if (others.length > 0) return { kind: 'won', winners, margin: best - Math.max(...others) } // partners win together
  return { kind: 'shared', winners, margin: 0 }
}

/** Where points are level, the rules' own sentence that says how that was decided: their last. */
export const tieBreak = <T>({ kind, margin }: Verdict, reasons: readonly T[]): T | undefined =>
  (kind === 'won' || kind === 'lost') && margin === 0 ? reasons.at(-1) : undefined

/** One side at the end: partners are one, and share a place, the first of which is 1. */
export interface Standing extends Side {
  readonly place: number
  readonly points: number
}

export function standingsOf({ places, points, decided }: EndingShown): readonly Standing[] {
  const sides = decided.length > 0 ? decided : places.map((_, seat): Side => ({ seats: [seat], parts: [] }))
  const stands = ({ seats }: Side): number => places[seats[0]!]!
  return sides
    .map((side) => ({ ...side, place: 1 + sides.filter((other) => stands(other) < stands(side)).length, points: points[side.seats[0]!]! }))
    .sort((a, b) => a.place - b.place)
}

/** By so few of the winner's points one was beaten that it was close. */
export const isClose = (margin: number, points: number): boolean => margin <= Math.max(1, Math.round(points / 8))

/** By so many of them that nobody wants to hear that it was a good game. */
export const isClear = (margin: number, points: number): boolean => margin > points / 2
