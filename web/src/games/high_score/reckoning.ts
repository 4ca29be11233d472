import type { Die } from './laying'
import type { Reckoning } from './view'

/** What a die brings: it counts, is subtracted, or neither. `group` numbers the dice that make up one term together. */
export interface Mark {
  readonly part: 'counted' | 'subtracted' | 'ignored'
  readonly value: number
  readonly group: number
}

interface Named {
  readonly face: string
  readonly value: number
}

/** `5`, `*(10)` or a group `5+4+1`, as they are written in a reckoning. */
const diceOf = (term: string): readonly Named[] =>
  term.split('+').map((die) => ({ face: die.charAt(0), value: Number(die.length > 1 ? die.slice(2, -1) : die) }))

/** Which die brings what, by its id. */
export function marks(dice: readonly Die[], reckoning: Reckoning): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>()
  let group = 0
  for (const part of ['counted', 'subtracted', 'ignored'] as const) {
    for (const term of reckoning[part]) {
      group += 1
      for (const { face, value } of diceOf(term)) {
        const die = dice.find((each) => each.face === face && !found.has(each.id))
        if (die !== undefined) found.set(die.id, { part, value, group })
      }
    }
  }
  return found
}

export const signed = (value: number): string => String(value).replace('-', '−')

/** The left side of the sum: `5 + 5 + 5 − 2 − 1`; nothing where there is nothing to add. */
export function sum(reckoning: Reckoning): string {
  if (reckoning.subtracted.length === 0 && reckoning.counted.length < 2) return ''
  const counted = reckoning.counted.map((term) => written(term)).join(' + ')
  const subtracted = reckoning.subtracted.map((term) => ` − ${written(term)}`).join('')
  return `${counted || '0'}${subtracted}`
}

function written(term: string): string {
  const values = diceOf(term).map(({ value }) => (value < 0 ? `(${signed(value)})` : signed(value)))
  return values.length > 1 ? `(${values.join(' + ')})` : (values[0] ?? '')
}
