import { inColour, LETTERS } from '../../kit/symbols'
import type { PadSpec } from '../../real/pads.svelte'

/** Six rows of fields; how many are marked. Sheets with longer rows have nine. */
export const pad: PadSpec = {
  fields: LETTERS.map((letter) => ({ name: (say) => say(`colour_${letter}`), look: inColour(letter), most: 9 })),
  counts: 'pad_counts',
  total: ({ values }) => values.reduce((sum, value) => sum + value, 0),
}
