import type { View } from './view'

const END = 18

/** Whether a marker has come to the end of its track, or a duel marker to somebody. */
export function hasReachedAnEnd(then: View, now: View): boolean {
  const arrived = now.tracks.some((track, number) =>
    track.markers.some((marker, row) => {
      const old = then.tracks[number]?.markers[row]
      return old !== undefined && marker.position > old.position && (marker.field === END || marker.side !== old.side)
    }),
  )
  const taken = now.duel_track.some((rope, row) => {
    const old = then.duel_track[row]
    return old !== undefined && rope.duel_marker_of !== null && rope.duel_marker_of !== old.duel_marker_of
  })
  return arrived || taken
}
