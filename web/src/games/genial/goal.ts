import type { Goal } from '../contract'
import { NAMES } from '../../kit/symbols'
import type { Key } from './texts'
import type { View } from './view'

/** The weakest colour; in the duel, how many markers are on each side. */
export const goal: Goal<View, Key> = (view, seat, names, say) => {
  if (view.duel_track.length > 0) {
    const on = (side: number) => view.duel_track.filter((rope) => rope.side === side).length
    return say('goal_duel', { name: names[1 - seat] ?? '', own: on(seat), theirs: on(1 - seat) })
  }
  const track = view.tracks.find(({ seats }) => seats.includes(seat))
  if (track === undefined) return ''
  const lowest = track.markers.filter((marker) => marker.lowest)
  const values = { weakest: say(track.seats.length > 1 ? 'goal_teams' : 'goal_yours'), n: lowest[0]?.position ?? 0 }
  if (lowest.length === track.markers.length) return say('goal_all', values)
  if (lowest.length > 2) return say('goal_several', { ...values, count: lowest.length })
  return say('goal_weakest', { ...values, colours: lowest.map(({ colour }) => say(NAMES[colour]!)).join(', ') })
}
