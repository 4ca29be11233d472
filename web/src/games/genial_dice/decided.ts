import { SHAPES } from '../../kit/symbols'
import type { Decided } from '../../table/ending'
import type { View } from './view'

/** §6 The first full sheet wins; the others get their shortest row. */
export const decided: Decided<View> = ({ players }, { places }) =>
  [...players]
    .sort((a, b) => places[a.seat]! - places[b.seat]!)
    .map(({ seat, sheet }) => {
      const shortest = sheet.rows.findIndex((row) => row.marks === sheet.shortest_row)
      return {
        seats: [seat],
        parts: sheet.rows.map(({ colour, marks }, row) => ({
          shape: SHAPES[colour]!,
          colour: `var(--${colour})`,
          value: marks,
          decides: places[seat] !== 0 && row === shortest,
        })),
      }
    })
