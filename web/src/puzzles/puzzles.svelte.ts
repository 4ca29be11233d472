import { get } from '../house/api'
import { entries, Kept, united } from '../house/kept.svelte'
import { base } from '../wire/base'
import type { PlayerRated, PuzzleGraded, PuzzleInfo, Puzzles, PuzzleTried } from '../wire/api'

/** The puzzles of each game; asked once. */
class Known {
  private known = $state.raw<Readonly<Record<string, readonly PuzzleInfo[]>>>({})
  private asked = new Map<string, Promise<Puzzles>>()

  /** Nothing until they have come. */
  of(game: string): readonly PuzzleInfo[] | undefined {
    return this.known[game]
  }

  async learn(game: string): Promise<void> {
    let answer = this.asked.get(game)
    if (answer === undefined) {
      answer = get<Puzzles>(`games/${game}/puzzles`)
      this.asked.set(game, answer)
      answer.catch(() => this.asked.delete(game))
    }
    const { puzzles } = await answer
    this.known = { ...this.known, [game]: puzzles }
  }
}

export const puzzles = new Known()

/** What somebody has done at one game; how it changes is reckoned by the server, which keeps nothing of it. */
export interface Practice {
  readonly player: PlayerRated
  readonly answered: number
  readonly tried: Readonly<Record<string, PuzzleTried>>
}

/** As long as a rating may be this far off, it is provisional: the usual bound of Glicko, reached after about a dozen puzzles. */
const PROVISIONAL = 110

export const isProvisional = ({ player }: Pick<Practice, 'player'>): boolean => player[1] > PROVISIONAL

const NEW: Practice = { player: [1500, 350, 0.06], answered: 0, tried: {} }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const areNumbers = (value: unknown, count: number): value is readonly number[] =>
  Array.isArray(value) && value.length === count && value.every((each) => typeof each === 'number' && Number.isFinite(each))
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
const isPlayer = (value: unknown): value is PlayerRated =>
  areNumbers(value, 3) && Math.abs(value[0]!) <= 10_000 && value[1]! >= 1 && value[1]! <= 350 && value[2]! >= 0.001 && value[2]! < 1
const isTried = (value: unknown): value is PuzzleTried =>
  areNumbers(value, 4) && Math.abs(value[0]!) <= 10_000 && isCount(value[1]) && value[1] >= 1 && value[2]! >= 0 && value[2]! <= 1 && isCount(value[3])

function read(kept: Readonly<Record<string, unknown>>): Practice {
  const { player, answered } = kept
  return isPlayer(player) && isCount(answered) ? { player, answered, tried: entries(kept['tried'], isTried) } : NEW
}

/** How somebody fares: how many were tried, and the part of them that was solved. */
export interface Faring {
  readonly tried: number
  readonly solved: number
}

/** By game; remembered in this browser, and nowhere else. */
class Practised {
  private readonly kept = new Kept(
    'puzzles',
    (kept): Readonly<Record<string, Practice>> => Object.fromEntries(Object.entries(entries(kept, isObject)).map(([game, each]) => [game, read(each)])),
    united((own, other) => (other.answered > own.answered ? other : own)), // a rating is of one row of answers
  )

  of(game: string): Practice {
    return this.kept.value[game] ?? NEW
  }

  /** What the next choice depends on: what was tried of the puzzles that there are. */
  soFar(game: string): Practice {
    const { tried, ...rest } = this.of(game)
    const there = (puzzles.of(game) ?? []).flatMap(({ name }) => (tried[name] === undefined ? [] : [[name, tried[name]] as const]))
    return { ...rest, tried: Object.fromEntries(there) }
  }

  answer(game: string, name: string, { player, answered, tried }: PuzzleGraded): void {
    this.kept.change((now) => ({ ...now, [game]: { player, answered, tried: { ...now[game]?.tried, [name]: tried } } }))
  }

  fares(game: string, among: readonly PuzzleInfo[]): Faring {
    const scores = among.flatMap(({ name }) => this.of(game).tried[name]?.[2] ?? [])
    return { tried: scores.length, solved: scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score) / scores.length }
  }
}

export const practised = new Practised()

/** What somebody has come to practise: one theme or all, or those that are quickly decided. */
export interface Wish {
  readonly theme: string
  readonly cards: boolean
}

/** Where a puzzle is, or the next one that is wished for. */
export function place(game: string, { theme, cards }: Wish, name = ''): string {
  const wish = new URLSearchParams(cards ? { cards: '' } : { theme })
  return `${base}/puzzles/${game}${name && `/${name}`}?${wish.toString().replace(/=$/, '')}`
}

/** From the address; null: nobody has said what they would like. */
export function wishIn(search: string): Wish | null {
  const wished = new URLSearchParams(search)
  if (!wished.has('theme') && !wished.has('cards')) return null
  return { theme: wished.get('theme') ?? '', cards: wished.has('cards') }
}
