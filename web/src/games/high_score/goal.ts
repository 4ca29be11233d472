import type { Goal } from '../contract'
import type { Key } from './texts'
import type { Turn, View } from './view'

/** Gold for the highest result of the round, and who has it so far. */
export const goal: Goal<View, Key> = (view, seat, names, say) => {
  const turns = view.history[view.round - 1]?.turns ?? []
  const placed = turns.filter((turn): turn is Turn => turn !== null && turn.field > 0)
  const [first] = [...placed].sort((one, other) => other.field - one.field)
  if (first === undefined) return say('goal_open')
  return say(first.seat === seat ? 'goal_ahead' : 'goal_behind', { name: names[first.seat] ?? '', field: first.field })
}
