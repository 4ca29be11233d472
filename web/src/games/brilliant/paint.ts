import type { Area } from './view'

type Colour = Area['colour']

/** The colours of the house for those of the sheet. */
export const PAINT: Readonly<Record<Colour, string>> = {
  red: 'var(--r)',
  yellow: 'var(--y)',
  blue: 'var(--b)',
  grey: 'var(--grey)',
  purple: 'var(--p)',
  orange: 'var(--o)',
  green: 'var(--g)',
}

/** Each colour has a hatching of its own: strokes in a tile of 12 by 12 that repeats. */
export const HATCHING: Readonly<Record<Colour, string>> = {
  red: 'M-2 2L2 -2M-2 14L14 -2M10 14L14 10',
  yellow: 'M3 3h0.01M9 9h0.01',
  blue: 'M0 3Q3 0.5 6 3T12 3M0 9Q3 6.5 6 9T12 9',
  grey: 'M0 6H12M6 0V12',
  purple: 'M10 -2L14 2M-2 -2L14 14M-2 10L2 14',
  orange: 'M3 0V12M9 0V12',
  green: 'M3 5L4.5 1.5M9 11L10.5 7.5M9 5L7.5 1.5M3 11L1.5 7.5',
}
