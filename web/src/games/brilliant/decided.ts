import type { Decided } from '../../table/ending'
import { PAINT } from './paint'
import type { View } from './view'

const SQUARE = 'M-8 -8H8V8H-8Z'

/** §6 The areas that count: what each earned, and the one that made the largest difference between the first two. */
export const decided: Decided<View> = ({ players, sheet }, { places }) => {
  const sides = [...players].sort((a, b) => places[a.seat]! - places[b.seat]!)
  const lead = sheet.areas.map((_, area) => (sides[0]!.earned[area] ?? 0) - (sides[1]?.earned[area] ?? 0))
  const most = lead.indexOf(Math.max(...lead))
  return sides.map(({ seat, earned }) => ({
    seats: [seat],
    parts: sheet.areas.flatMap(({ name, colour }, area) =>
      lead[area] === 0 && (earned[area] ?? 0) === 0
        ? []
        : [{ shape: SQUARE, sign: name, colour: PAINT[colour], value: earned[area] ?? 0, decides: sides.length > 1 && area === most }],
    ),
  }))
}
