import { VERDICTS, type Verdict } from '../../kit/verdicts'
import type { Compared } from '../contract'
import type { Die } from './laying'
import type { Move } from './view'

/** Where the two moves of a decision are to be seen. */
export interface Marked {
  /** The dice that are rolled again or set aside. */
  readonly dice: ReadonlyMap<number, readonly Verdict[]>
  /** All dice as they lie: the turn ends with them. */
  readonly kept: readonly Verdict[]
}

export function marked(dice: readonly Die[], compared: Compared<Move>): Marked {
  const found = new Map<number, readonly Verdict[]>()
  const kept: Verdict[] = []
  for (const verdict of VERDICTS) {
    const move = compared[verdict]
    if (move === null) continue
    if (move.kind === 'stop') kept.push(verdict)
    for (const id of chosenBy(dice, move)) found.set(id, [...(found.get(id) ?? []), verdict])
  }
  return { dice: found, kept }
}

/** The dice that a move means; of equal ones the first. */
function chosenBy(dice: readonly Die[], move: Move): readonly number[] {
  const lying = dice.filter((die) => die.place === 'lying')
  if (move.kind === 'roll') return lying.map(({ id }) => id)
  if (move.kind !== 'reroll' && move.kind !== 'aside') return []
  return move.dice.flatMap((face) => {
    const at = lying.findIndex((die) => die.face === face)
    return at < 0 ? [] : lying.splice(at, 1).map(({ id }) => id)
  })
}
