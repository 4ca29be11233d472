import { get, post } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import { apology, say } from '../house/texts.svelte'
import { inUnits, rounded } from './judged'
import type { ReviewAnswer, ReviewedDecision, ReviewFound, ReviewPoint } from '../wire/api'

const OFTEN = 800 // milliseconds between two looks at how far it is

/** What the coach says about a table that is over, or how far it is with it. */
export class ReviewShown {
  answer = $state.raw<ReviewAnswer | null>(null)
  trouble = $state('')

  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(readonly table: string) {}

  get review(): ReviewFound | null {
    return this.answer?.review ?? null
  }

  /** Only who plays here may ask for it. */
  get mine(): boolean {
    return this.key() !== undefined
  }

  /** Somebody has asked for it, and it still grows: until all is known there are no totals. */
  get working(): boolean {
    return this.answer?.asked === true && !this.review?.totals.length
  }

  /** The decision that was made after so many events, as far as it has been judged. */
  at(event: number): ReviewedDecision | null {
    return this.review?.decisions.find((each) => each.event === event) ?? null
  }

  /** What there is; where nobody has asked and whoever looks may, it begins. */
  async open(): Promise<void> {
    await this.look()
    if (this.answer?.asked === false && this.mine) await this.begin()
  }

  async look(): Promise<void> {
    await this.take(() => get<ReviewAnswer>(this.path()))
  }

  async begin(): Promise<void> {
    this.trouble = ''
    await this.take(() => post<ReviewAnswer>(this.path(), {}, this.key()))
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  private key(): string | undefined {
    return Object.values(seats.at(this.table).seats)[0]
  }

  private path(): string {
    return `tables/${this.table}/review?lang=${settings.language}`
  }

  private async take(ask: () => Promise<ReviewAnswer>): Promise<void> {
    clearTimeout(this.timer)
    try {
      this.answer = await ask()
    } catch (error) {
      this.trouble = apology(error)
      this.answer = null
    }
    const review = this.review
    if (review?.totals.length) void import('../mine/remember').then(({ learn }) => learn(this.table, review)).catch(() => undefined)
    if (this.working && !this.closed) this.timer = setTimeout(() => void this.look(), OFTEN)
  }
}

/** What a value is worth in words: a part of the win in hundredths, or points. */
export const valued = (n: number, unit: ReviewFound['unit']): string => say(unit === 'share' ? 'percent' : 'points', { n })

/** What one value is less than another: of the win not in parts of itself. */
export const apart = (n: number, unit: ReviewFound['unit']): string => say(unit === 'share' ? 'percent_points' : 'points', { n })

/** What a decision cost: of the chance to win, or in points. */
export const cost = (millionths: number, unit: ReviewFound['unit']): string =>
  say(unit === 'share' ? 'costs_share' : 'costs', { value: apart(inUnits(millionths, unit), unit) })

/** With its sign in front, as something that was added. */
export const signed = (n: number, unit: ReviewFound['unit']): string =>
  `${n > 0 ? '+' : n < 0 ? '−' : '±'}${valued(Math.abs(n), unit)}`

/** What everybody could hope for after so many events. A curve is always of the whole game. */
export const hopes = ({ curve }: Pick<ReviewFound, 'curve'>, at: number): ReviewPoint => curve.filter((point) => point.event <= at).at(-1) ?? curve[0]!

const SURE = 1.96 // standard errors: so far at most it is off in 95 of 100 cases

/** How far an estimate may be off. */
export const band = (doubt = 0): number => SURE * doubt

/** A hope with how far it may be off; what is no estimate is simply so. */
export function known({ values, doubts }: ReviewPoint, seat: number, unit: ReviewFound['unit']): string {
  const off = inUnits(band(doubts[seat]), unit)
  const all = unit === 'share' ? rounded(values.map((value) => value / 10_000)) : values.map((value) => inUnits(value, unit))
  return valued(all[seat]!, unit) + (off > 0 ? ` ± ${off}` : '')
}

type Step = readonly [ReviewPoint, ReviewPoint]

/** The steps of a curve that were decided, or all others, which luck has brought. */
export const steps = (curve: readonly ReviewPoint[], decided: ReadonlySet<number>, decisions: boolean): readonly Step[] =>
  curve.slice(1).flatMap((point, k) => {
    const from = curve[k]!
    return (point.event === from.event + 1 && decided.has(from.event)) === decisions ? [[from, point]] : []
  })
