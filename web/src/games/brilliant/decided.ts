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

const LEVELS = ['level1', 'level2', 'level3', 'level4', 'level5', 'level6'] as const

/** The points of each level alone on each sheet, 400 games each, of level 6 on sheets 3 and 4 sixty (docs/strength.md). */
const MEASURED: Readonly<Record<string, readonly number[]>> = {
  'level-1': [27.2, 32.6, 34.2, 36.6, 37.4, 41.1],
  'level-2': [28.4, 32.4, 34.2, 36.2, 37.3, 40.7],
  'level-3': [24.4, 30.7, 33.7, 36.8, 38.9, 42.5],
  'level-4': [24.6, 31.5, 34.8, 37.8, 39.2, 44.6],
}

export const averages = (options: Readonly<Record<string, string>>): readonly (readonly [level: string, average: number])[] =>
  (MEASURED[options['sheet'] ?? ''] ?? []).map((average, k) => [LEVELS[k]!, average])
