import * as artwork from './artwork'
import type { Area } from './view'

type Colour = Area['colour']

/** The colours of the house for those of the sheet. */
export const PAINT = Object.fromEntries(Object.entries(artwork.PAINT).map(([colour, name]) => [colour, `var(--${name})`])) as Readonly<Record<Colour, string>>

/** Each colour has a hatching of its own: strokes in a tile of 12 by 12 that repeats. */
export const HATCHING: Readonly<Record<Colour, string>> = artwork.HATCHING
