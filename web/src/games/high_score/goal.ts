import type { Goal } from '../contract'
import type { Key } from './texts'
import type { View } from './view'

/** Gold for the highest result of the round, and who has it so far. */
export const goal: Goal<View, Key> = (view, seat, names, say) => {
  const { ahead } = view
  if (ahead === null) return say('goal_open')
  const field = view.history[view.round - 1]?.turns[ahead]?.field ?? 0
  return say(ahead === seat ? 'goal_ahead' : 'goal_behind', { name: names[ahead] ?? '', field })
}
