import type { PadSpec } from '../../real/pads.svelte'
import SheetOfPad from './SheetOfPad.svelte'
import { total } from './sheetpad'

/** A sheet, and what its areas have brought. */
export const pad: PadSpec = { fields: [], sheet: SheetOfPad, counts: 'pad_counts', total }
