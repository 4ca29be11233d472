import { inColour, LETTERS, NAMES } from '../../kit/symbols'
import type { PadSpec } from '../../real/pads.svelte'

/** Six markers; the lowest counts. */
export const pad: PadSpec = {
  fields: LETTERS.map((letter) => ({ name: (say) => say(NAMES[letter]!), look: inColour(letter), most: 18 })),
  twice: 'pad_two_tracks',
  counts: 'pad_counts',
  total: ({ values }) => Math.min(...values),
}
