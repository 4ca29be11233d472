import { SEATS } from '../../kit/seats'
import { firstDifference, type Decided } from '../../table/ending'
import type { View } from './view'

const CHIPS = ['gold', 'silver', 'bronze'] as const
const METAL = { gold: '#e2b13c', silver: '#c3c8cd', bronze: '#d0936a' } as const
const DISC = SEATS[0]!.shape

/** §5 Points, then gold, then silver: the chips of each, and where the first two differ. */
export const decided: Decided<View> = ({ players }, { places }) => {
  const sides = [...players].sort((a, b) => places[a.seat]! - places[b.seat]!)
  const [first, second] = sides.map((player) => CHIPS.map((chip) => player[chip]))
  const at = first && second ? firstDifference(first, second) : -1
  return sides.map((player) => ({
    seats: [player.seat],
    parts: CHIPS.map((chip, place) => ({ shape: DISC, sign: String(3 - place), colour: METAL[chip], value: player[chip], decides: place === at })),
  }))
}
