import { say } from '../house/texts.svelte'
import { locale } from '../house/words'
import type { PuzzleGraded } from '../wire/api'

interface Figures {
  /** Of a move: no finer than it is known. */
  readonly value: (thousandths: number) => string
  /** As what it is: of the chance to win, or points. */
  readonly exactly: (thousandths: number) => string
  /** What a full bar means. */
  readonly whole: number
}

/** Thousandths of the win or of a point as people read them. */
export function figures({ unit, worths }: Pick<PuzzleGraded, 'unit' | 'worths'>): Figures {
  const rough = worths.some(({ error }) => error >= 10)
  const number = (value: number, decimals: number): string =>
    value.toLocaleString(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  if (unit === 'points') {
    const points = (thousandths: number): string => number(thousandths / 1000, 1)
    const exactly = (thousandths: number): string => say('lost_points', { points: points(thousandths) })
    return { value: points, exactly, whole: Math.max(1, ...worths.map(({ value }) => value)) }
  }
  const percent = (thousandths: number): string => number(thousandths / 10, rough ? 0 : 1)
  return { value: (each) => say('percent', { n: percent(each) }), exactly: (each) => say('lost_share', { points: percent(each) }), whole: 1000 }
}
