import type { Die } from './laying'
import type { Reckoning } from './view'

/** What a die brings: it counts, is subtracted, or neither. */
export interface Mark {
  readonly part: 'counted' | 'subtracted' | 'ignored'
  readonly value: number
}

/** Which die brings what, by its id. */
export function marks(dice: readonly Die[], reckoning: Reckoning): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>()
  const parts = { ...reckoning, counted: reckoning.counted.flat() }
  for (const part of ['counted', 'subtracted', 'ignored'] as const) {
    for (const [face, value] of parts[part]) {
      const die = dice.find((each) => each.face === face && !found.has(each.id))
      if (die !== undefined) found.set(die.id, { part: value === 0 ? 'ignored' : part, value })
    }
  }
  return found
}

/** What all of its dice show. */
export const facesOf = ({ counted, subtracted, ignored }: Reckoning): readonly string[] =>
  [...counted.flat(), ...subtracted, ...ignored].map(([face]) => face)

export const signed = (value: number): string => String(value).replace('-', '−')

/** The left side of the sum: `5 + 5 + 5 − 2 − 1`, without what is worth 0; nothing where there is nothing to add. */
export function sum(reckoning: Reckoning): string {
  const counted = reckoning.counted.filter((term) => term.some(([, value]) => value !== 0))
  const subtracted = reckoning.subtracted.filter(([, value]) => value !== 0)
  if (subtracted.length === 0 && counted.length < 2) return ''
  const added = counted.map((term) => {
    const values = term.map(([, value]) => summand(value)).join(' + ')
    return term.length > 1 ? `(${values})` : values
  })
  return (added.join(' + ') || '0') + subtracted.map(([, value]) => ` − ${summand(value)}`).join('')
}

const summand = (value: number): string => (value < 0 ? `(${signed(value)})` : signed(value))

/** §7 Whether a swirl mostly helps: a positive number or a choice. What it really brings is up to the scoring. */
export const helps = (swirl: string): boolean => swirl === 'choice' || Number(swirl) > 0
