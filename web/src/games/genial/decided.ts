import { SHAPES } from '../../kit/symbols'
import { firstDifference, type Decided, type Part, type Side } from '../../table/ending'
import type { View } from './view'

/** §9 The lowest colour decides, then the next: each side's colours from the lowest on, until they differ. §12 In a duel the markers on one's own side. */
export const decided: Decided<View> = (view, { places }) => {
  if (view.duel_track.length > 0) return duel(view, places)
  const sides = view.tracks
    .map(({ seats, markers }) => ({ seats, markers: [...markers].sort((a, b) => a.position - b.position) }))
    .sort((a, b) => (places[a.seats[0]!] ?? 0) - (places[b.seats[0]!] ?? 0))
  const [first, second] = sides.map(({ markers }) => markers.map(({ position }) => position))
  const at = first && second ? firstDifference(first, second) : 0
  return sides.map(({ seats, markers }) => ({
    seats,
    parts: markers.map(({ colour, position }, place) => part(colour, position, place === at)),
  }))
}

/** The lowest colour of each level alone, 200 games each, of level 6 thirty (docs/strength.md). */
export const averages = (): readonly (readonly [level: string, average: number])[] => [
  ['level1', 6.2],
  ['level2', 8.8],
  ['level3', 13.9],
  ['level4', 14.3],
  ['level5', 17.1],
  ['level6', 17.6],
]

function duel(view: View, places: readonly number[]): readonly Side[] {
  return [0, 1]
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
    .map((seat) => ({
      seats: [seat],
      parts: view.duel_track.filter(({ side }) => side === seat).map(({ colour, field }) => part(colour, field, false)),
    }))
}

const part = (colour: string, value: number, decides: boolean): Part => ({ shape: SHAPES[colour]!, colour: `var(--${colour})`, value, decides })
