import { Kept } from '../house/kept.svelte'

// What this browser has played: of every game that is over a summary. Its record lies beside it (records.svelte.ts), so
// that list, figures and replay can go to another machine. Nothing of it leaves this one by itself.

export interface SeatPlayed {
  readonly name: string
  /** A bot, or `person`. */
  readonly who: string
  readonly mine: boolean
  /** Who plays together has the same number. */
  readonly side: number
  readonly place: number
  readonly points: number
}

/** How much own moves of one theme have cost. */
export interface Mistakes {
  readonly theme: string
  readonly count: number
  readonly loss: number
  /** There are puzzles to practise it. */
  readonly puzzles: boolean
}

/** What the coach has found out about the own seat, in millionths: result = even + luck + own + others. */
export interface Judged {
  readonly unit: 'share' | 'points'
  readonly even: number
  readonly luck: number
  readonly result: number
  readonly lost: number
  readonly decisions: number
  readonly mistakes: readonly Mistakes[]
}

export interface Played {
  /** Made from what happened, so that the same game has the same name in every house. */
  readonly id: string
  /** In milliseconds since 1970. */
  readonly at: number
  readonly game: string
  readonly variant: string
  /** Where it lies in this house; empty where it lies in another one. */
  readonly table: string
  readonly seats: readonly SeatPlayed[]
  /** With the coach, or from a position of another game: it counts for no result. */
  readonly helped: boolean
  readonly judged: Judged | null
}

export const MOST = 1000 // games
const LONGEST = 80 // letters of a name

type Table = Readonly<Record<string, unknown>>
export const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const has = (value: Table, is: (each: unknown) => boolean, ...names: readonly string[]): boolean => names.every((name) => is(value[name]))
const isYes = (value: unknown): value is boolean => typeof value === 'boolean'
const few = <T>(value: unknown, holds: (each: unknown) => each is T, most: number): value is readonly T[] =>
  Array.isArray(value) && value.length <= most && value.every(holds)

const isSeat = (value: unknown): value is SeatPlayed =>
  isTable(value) && has(value, isText, 'name', 'who') && has(value, isNumber, 'side', 'place', 'points') && isYes(value['mine'])
const isMistakes = (value: unknown): value is Mistakes =>
  isTable(value) && isText(value['theme']) && has(value, isNumber, 'count', 'loss') && isYes(value['puzzles'])
const isJudged = (value: unknown): value is Judged =>
  isTable(value) &&
  (value['unit'] === 'share' || value['unit'] === 'points') &&
  has(value, isNumber, 'even', 'luck', 'result', 'lost', 'decisions') &&
  few(value['mistakes'], isMistakes, 50)
export const isPlayed = (value: unknown): value is Played =>
  isTable(value) &&
  has(value, isText, 'id', 'game', 'variant', 'table') &&
  /^[0-9a-f]{16}$/.test(value['id'] as string) &&
  isNumber(value['at']) &&
  isYes(value['helped']) &&
  few(value['seats'], isSeat, 6) &&
  value['seats'].length > 0 &&
  (value['judged'] === null || isJudged(value['judged']))

export const latestFirst = (all: readonly Played[]): readonly Played[] => [...all].sort((a, b) => b.at - a.at).slice(0, MOST)
const readGames = (kept: unknown): readonly Played[] => (Array.isArray(kept) ? latestFirst(kept.filter(isPlayed)) : [])

/** Each game once. What is known here stays; what was found out about it there is taken over. */
export function mergeGames(own: readonly Played[], others: readonly Played[]): readonly Played[] {
  const known = new Map(own.map((each) => [each.id, each]))
  for (const other of others) {
    const mine = known.get(other.id)
    known.set(other.id, mine === undefined ? { ...other, table: '' } : { ...mine, judged: mine.judged ?? other.judged })
  }
  return latestFirst([...known.values()])
}

const games = new Kept('games', readGames, mergeGames)

/** The games of this browser, the latest first. */
export const mine = {
  get all(): readonly Played[] {
    return games.value
  },

  /** Of these the game that was played last, or the first one on the shelf. */
  favourite: (names: readonly string[]): string | undefined => games.value.find(({ game }) => names.includes(game))?.game ?? names[0],

  at: (table: string): Played | undefined => games.value.find((each) => each.table === table),

  /** Once: whoever looks at it again changes nothing but where it lies. */
  add(played: Played): void {
    games.change((all) => {
      const known = all.find(({ id }) => id === played.id)
      const now = known === undefined ? played : { ...known, table: played.table }
      return latestFirst([now, ...all.filter(({ id }) => id !== played.id)])
    })
  },

  judge(id: string, judged: Judged): void {
    games.change((all) => all.map((each) => (each.id === id ? { ...each, judged } : each)))
  },

  /** Brought into this house from its record. */
  lies(id: string, table: string): void {
    games.change((all) => all.map((each) => (each.id === id ? { ...each, table } : each)))
  },

  drop(id: string): void {
    games.change((all) => all.filter((each) => each.id !== id))
  },
}
