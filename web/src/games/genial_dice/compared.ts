import { VERDICTS, type Verdict } from '../../kit/verdicts'
import type { Compared } from '../contract'
import type { Move, View } from './view'

/** Where the two moves of a decision are to be seen. */
export interface Marked {
  /** Of the seat's dice: those that are used as a joker, or all of them where they are rolled again. */
  readonly dice: ReadonlyMap<number, readonly Verdict[]>
  /** The seat's dice as they lie: they were kept. */
  readonly kept: readonly Verdict[]
  /** The rows that a joker marks, by colour. */
  readonly rows: ReadonlyMap<string, readonly Verdict[]>
}

export const NOTHING_MARKED: Marked = { dice: new Map(), kept: [], rows: new Map() }

export function marked(view: View, { seat, ...moves }: Compared<Move>): Marked {
  const dice = new Map<number, Verdict[]>()
  const rows = new Map<string, Verdict[]>()
  const kept: Verdict[] = []
  const add = <Place>(to: Map<Place, Verdict[]>, place: Place, verdict: Verdict) => to.set(place, [...(to.get(place) ?? []), verdict])
  const lying = [...(view.players[seat]?.dice ?? '')].map((letter, die) => ({ letter, die }))
  for (const verdict of VERDICTS) {
    const move = moves[verdict]
    if (move === null) continue
    if (move.kind === 'roll') for (const { die } of lying) add(dice, die, verdict)
    else if (move.kind === 'joker') {
      const free = lying.filter(({ letter, die }) => letter === move.dice[0] && !view.used.includes(die))
      for (const { die } of free.slice(0, move.dice.length)) add(dice, die, verdict)
      add(rows, move.colour, verdict)
    } else kept.push(verdict)
  }
  return { dice, kept, rows }
}
