import type { Judged, Mistakes, Played, SeatPlayed } from './games.svelte'

// What the games of a browser say, as figures: pure, so that every number on the page can be checked.

export const WINDOW = 10 // games: the form is what the last ones were worth, on average
export type Result = 'won' | 'shared' | 'lost' | 'alone' | 'several'

const own = ({ seats }: Played): readonly SeatPlayed[] => seats.filter((seat) => seat.mine)

/** For whoever sat here; where several sides did, nobody has won or lost against somebody else. */
export function result(played: Played): Result {
  if (played.seats.length === 1) return 'alone'
  const sides = new Set(own(played).map(({ side }) => side))
  if (sides.size !== 1) return 'several'
  if (own(played)[0]!.place > 0) return 'lost'
  return played.seats.some((seat) => seat.place === 0 && !sides.has(seat.side)) ? 'shared' : 'won'
}

/** Against whom: bots by their names, people by theirs behind an @. */
export function opponents(played: Played): readonly string[] {
  const sides = new Set(own(played).map(({ side }) => side))
  const others = played.seats.filter((seat) => !seat.mine && !sides.has(seat.side))
  return [...new Set(others.map(({ who, name }) => (who === 'person' ? `@${name}` : who)))]
}

export interface Filter {
  readonly game: string
  readonly opponent: string
  readonly result: Result | ''
}
export const ALL: Filter = { game: '', opponent: '', result: '' }

export const chosen = (all: readonly Played[], filter: Filter): readonly Played[] =>
  all.filter(
    (played) =>
      (filter.game === '' || played.game === filter.game) &&
      (filter.opponent === '' || opponents(played).includes(filter.opponent)) &&
      (filter.result === '' || result(played) === filter.result),
  )

/** Those that say how somebody plays: unaided, and one side of the table. */
export const counted = (all: readonly Played[]): readonly Played[] =>
  all.filter((played) => !played.helped && result(played) !== 'several')

export interface Tally {
  readonly name: string
  readonly played: number
  readonly won: number
  readonly shared: number
  readonly lost: number
  /** Of those played alone: points on average and at best; nothing where there are none. */
  readonly alone: { readonly count: number; readonly mean: number; readonly best: number } | null
  /** Of all reviewed decisions: millionths that one has cost on average, by unit. */
  readonly loss: Readonly<Partial<Record<Judged['unit'], number>>>
}

export function tally(name: string, all: readonly Played[]): Tally {
  const results = all.map(result)
  const many = (wanted: Result): number => results.filter((each) => each === wanted).length
  const points = all.flatMap((played) => (result(played) === 'alone' ? [played.seats[0]!.points] : []))
  const alone = points.length > 0 ? { count: points.length, mean: mean(points), best: Math.max(...points) } : null
  return { name, played: all.length, won: many('won'), shared: many('shared'), lost: many('lost'), alone, loss: lossOf(all) }
}

function lossOf(all: readonly Played[]): Tally['loss'] {
  const units = ['share', 'points'] as const
  return Object.fromEntries(
    units.flatMap((unit) => {
      const judged = all.flatMap((played) => (played.judged?.unit === unit ? [played.judged] : []))
      const decisions = sum(judged.map((each) => each.decisions))
      return decisions > 0 ? [[unit, sum(judged.map((each) => each.lost)) / decisions]] : []
    }),
  )
}

/** One line for each game, the one played most first. */
export const perGame = (all: readonly Played[]): readonly Tally[] =>
  mostFirst([...new Set(all.map(({ game }) => game))].map((name) => tally(name, all.filter(({ game }) => game === name))))

/** One line for each opponent; at a table with several, each of them was met. */
export const perOpponent = (all: readonly Played[]): readonly Tally[] =>
  mostFirst([...new Set(all.flatMap(opponents))].map((name) => tally(name, all.filter((played) => opponents(played).includes(name)))))

const mostFirst = (tallies: readonly Tally[]): readonly Tally[] => [...tallies].sort((a, b) => b.played - a.played || (a.name < b.name ? -1 : 1))

/** A reviewed game on the curve, in millionths above what equals may expect. */
export interface Point {
  readonly played: Played
  readonly result: number
  /** The same without luck: what own decisions and those of the others made of it. */
  readonly fair: number
  /** On average over this and the games before it. */
  readonly form: number
}

/** From the first to the last. Luck is nothing on average, so both lines tell the same in the end; without it one sees it sooner. */
export function form(all: readonly Played[], unit: Judged['unit']): readonly Point[] {
  const judged = [...all].sort((a, b) => a.at - b.at).flatMap((played) => (played.judged?.unit === unit ? [{ played, judged: played.judged }] : []))
  const fair = judged.map(({ judged: { even, luck, result } }) => result - luck - even)
  return judged.map(({ played, judged: { even, result } }, k) => ({
    played,
    result: result - even,
    fair: fair[k]!,
    form: mean(fair.slice(Math.max(0, k + 1 - WINDOW), k + 1)),
  }))
}

export interface Weakness extends Mistakes {
  readonly game: string
  readonly unit: Judged['unit']
}

/** What cost most, each theme of a game once. */
export function weaknesses(all: readonly Played[]): readonly Weakness[] {
  const found = new Map<string, Weakness>()
  for (const { game, judged } of all)
    for (const { theme, count, loss, puzzles } of judged?.mistakes ?? []) {
      const unit = judged!.unit
      const before = found.get(`${game} ${unit} ${theme}`)
      found.set(`${game} ${unit} ${theme}`, {
        game,
        unit,
        theme,
        puzzles: puzzles || (before?.puzzles ?? false),
        count: count + (before?.count ?? 0),
        loss: loss + (before?.loss ?? 0),
      })
    }
  return [...found.values()].sort((a, b) => (a.unit === b.unit ? b.loss - a.loss : a.unit === 'share' ? -1 : 1))
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length)
