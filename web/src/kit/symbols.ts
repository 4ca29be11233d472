/** The six colours by letter, each with a shape of its own: an SVG path in a circle of radius 10 around the origin. */
export const LETTERS = ['r', 'g', 'b', 'o', 'y', 'p'] as const
export type Letter = (typeof LETTERS)[number]

export const NAMES: Readonly<Record<string, 'red' | 'green' | 'blue' | 'orange' | 'yellow' | 'purple'>> = {
  r: 'red',
  g: 'green',
  b: 'blue',
  o: 'orange',
  y: 'yellow',
  p: 'purple',
}

export const SHAPES: Readonly<Record<string, string>> = {
  // a drop
  r: 'M0 -9.4C3.2 -4.6 6.8 -1.6 6.8 2.6A6.8 6.8 0 0 1 -6.8 2.6C-6.8 -1.6 -3.2 -4.6 0 -9.4Z',
  // a leaf
  g: 'M-7.4 7.4C-9.4 -2.6 -2.6 -9.4 7.8 -7.8C9.4 2.6 2.6 9.4 -4.4 7.6L0.8 -0.8L-5.9 5.9Z',
  // a kite
  b: 'M0 -9.4L7.2 0L0 9.4L-7.2 0Z',
  // a wheel: a hexagon with a hole
  o: 'M0 -9L7.8 -4.5L7.8 4.5L0 9L-7.8 4.5L-7.8 -4.5ZM0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4Z',
  // a star
  y: 'M0 -9.6L2.6 -3.5L9.1 -3L4.1 1.3L5.6 7.8L0 4.3L-5.6 7.8L-4.1 1.3L-9.1 -3L-2.6 -3.5Z',
  // a moon
  p: 'M3.2 -8.9A9.4 9.4 0 1 0 8.9 4.2A7.4 7.4 0 0 1 3.2 -8.9Z',
}

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
