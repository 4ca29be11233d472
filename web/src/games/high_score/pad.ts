import type { PadSpec } from '../../real/pads.svelte'
import { POINTS } from './artwork'
import { look } from './counted'

const CHIPS = ['gold', 'silver', 'bronze'] as const

/** Where the piece of the round stands, and the chips of all rounds; only these count. */
export const pad: PadSpec = {
  fields: [
    { name: (say) => say('pad_field'), look: null, most: 140 },
    ...CHIPS.map((chip) => ({ name: (say: (key: string) => string) => say(chip), look: look(chip), most: 21 })),
  ],
  counts: 'pad_counts',
  total: ({ values }) => CHIPS.reduce((sum, chip, at) => sum + POINTS[chip] * (values[at + 1] ?? 0), 0),
}
