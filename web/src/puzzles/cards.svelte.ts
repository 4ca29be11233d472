import { entries, Kept, united } from '../house/kept.svelte'

/** Cards in a round. */
export const ROUND = 10

/** A whole round, as it is remembered: how many were right, and how long it took to decide them, in milliseconds. */
export interface Score {
  readonly right: number
  readonly time: number
}

/** What somebody likes at quick decisions: time is only taken where they want it, and whoever wants to go on by hand may. */
interface Ways {
  /** After a right answer the next card comes by itself. */
  readonly goesOn: boolean
  /** A clock is shown. */
  readonly clock: boolean
  /** The best round with the clock, by game. */
  readonly best: Readonly<Record<string, Score>>
}

const isScore = (value: unknown): value is Score => {
  const { right, time } = (value ?? {}) as Partial<Score>
  return Number.isInteger(right) && right! >= 0 && right! <= ROUND && Number.isFinite(time) && time! >= 0
}

/** More right ones, or as many in less time. */
export const isBetter = (one: Score, other: Score | undefined): boolean =>
  other === undefined || one.right > other.right || (one.right === other.right && one.time < other.time)

const best = united<Score>((own, other) => (isBetter(other, own) ? other : own))

export const ways = new Kept<Ways>(
  'cards',
  (kept) => {
    const { goesOn, clock, best } = (kept ?? {}) as Partial<Record<keyof Ways, unknown>>
    return { goesOn: goesOn !== false, clock: clock === true, best: entries(best, isScore) }
  },
  (own, others) => ({ ...own, best: best(own.best, others.best) }),
)

/** What one card has cost, in thousandths, and how long it took. */
interface Answered {
  readonly loss: number
  readonly time: number
}

/** Ten cards, one after the other. The time is that of thinking: from the moment a card is seen until it is answered. */
export class Round {
  private answers = $state.raw<readonly Answered[]>([])
  /** When the card that lies there came; null: none does. */
  private since = $state<number | null>(null)

  begin(): void {
    this.answers = []
    this.since = null
  }

  /** A card is seen. */
  show(now: number): void {
    this.since = now
  }

  answer(loss: number, now: number): void {
    this.answers = [...this.answers, { loss, time: this.since === null ? 0 : now - this.since }]
    this.since = null
  }

  get count(): number {
    return this.answers.length
  }

  get over(): boolean {
    return this.count >= ROUND
  }

  /** On average, in thousandths. */
  get loss(): number {
    return this.answers.reduce((sum, { loss }) => sum + loss, 0) / Math.max(1, this.count)
  }

  get score(): Score {
    return { right: this.answers.filter(({ loss }) => loss === 0).length, time: this.time(0) }
  }

  /** Of all cards so far, with the one that lies there. */
  time(now: number): number {
    const running = this.since === null ? 0 : Math.max(0, now - this.since)
    return running + this.answers.reduce((sum, { time }) => sum + time, 0)
  }
}

/** As a stopwatch shows it: minutes, seconds and tenths. */
export function watch(milliseconds: number, locale: string): string {
  const tenths = Math.floor(milliseconds / 100)
  const seconds = { minimumIntegerDigits: 2, minimumFractionDigits: 1 }
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toLocaleString(locale, seconds)}`
}
