import type { Goal } from '../contract'
import type { Key } from './texts'
import type { View } from './view'

/** The target, and the area that is closest to being full; before the first roll, where one begins. */
export const goal: Goal<View, Key> = (view, seat, _names, say) => {
  const player = view.players[seat]
  if (player === undefined) return ''
  const begins = view.phase === 'start_stars' || view.phase === 'start_free'
  if (begins) {
    return view.target === null
      ? say('goal_start_solo', { rolls: view.rolls_left ?? 0 })
      : say('goal_start', { target: view.target })
  }
  const left = (place: number) => view.sheet.areas[place]!.cells - player.filled[place]!
  const open = view.sheet.areas
    .map((_, place) => place)
    .filter((place) => player.earned[place] === null && player.takes[place] !== '')
  const [nearest] = [...open].sort((one, other) => left(one) - left(other) || player.filled[other]! - player.filled[one]!)
  if (nearest === undefined) return ''
  const { name, cells } = view.sheet.areas[nearest]!
  const values = { area: name, filled: player.filled[nearest]!, cells }
  return view.target === null ? say('goal_solo', values) : say('goal_target', { ...values, target: view.target })
}
