import * as artwork from './artwork'

/** The six colours by letter, each with a shape of its own: an SVG path in a circle of radius 10 around the origin. */
export const LETTERS = ['r', 'g', 'b', 'o', 'y', 'p'] as const
export type Letter = (typeof LETTERS)[number]

export const NAMES: Readonly<Record<string, (typeof artwork.NAMES)[Letter]>> = artwork.NAMES
export const SHAPES: Readonly<Record<string, string>> = artwork.SHAPES

/** The six colours as they are printed on the boxes: the same by day and by night. */
export const PAINT: Readonly<Record<string, string>> = {
  r: '#cf3d31',
  g: '#3f9147',
  b: '#2f74c0',
  o: '#e58224',
  y: '#ecc02c',
  p: '#8350a8',
}

/** What something of the box looks like, drawn small. */
export interface Look {
  readonly shape: string
  readonly colour: string
}

export const inColour = (letter: string): Look => ({ shape: SHAPES[letter]!, colour: `var(--${letter})` })
