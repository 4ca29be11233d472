/**
 * One colour and one shape for each seat, everywhere the same: an SVG path in a circle of radius 10 around the origin. Neither are the colours
 * those of tiles and dice, nor the shapes their symbols (kit/symbols.ts), so that a seat is never taken for a colour of the game.
 */
export interface SeatLook {
  readonly colour: string
  readonly shape: string
  /** How the seat's line is dashed where lines cross. */
  readonly dashes: string
}

export const SEATS: readonly SeatLook[] = [
  // a disc
  { colour: 'light-dark(#0b7a78, #4fc7c1)', shape: 'M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z', dashes: '' },
  // a square
  {
    colour: 'light-dark(#b8286f, #f284b6)',
    shape: 'M-6 -7.8H6A1.8 1.8 0 0 1 7.8 -6V6A1.8 1.8 0 0 1 6 7.8H-6A1.8 1.8 0 0 1 -7.8 6V-6A1.8 1.8 0 0 1 -6 -7.8Z',
    dashes: '8 4',
  },
  // a triangle
  { colour: 'light-dark(#7a4b1f, #cf9c66)', shape: 'M-1.6 -8.6A1.9 1.9 0 0 1 1.6 -8.6L9.6 5.6A1.9 1.9 0 0 1 8 8.4H-8A1.9 1.9 0 0 1 -9.6 5.6Z', dashes: '2 4' },
  // a cross
  {
    colour: 'light-dark(#44517e, #a3b3ea)',
    shape: 'M-3.2 -8.8H3.2V-3.2H8.8V3.2H3.2V8.8H-3.2V3.2H-8.8V-3.2H-3.2Z',
    dashes: '10 3 2 3',
  },
  // an hourglass
  { colour: 'light-dark(#67700d, #bcc653)', shape: 'M-7.6 -8.8H7.6L2.2 0L7.6 8.8H-7.6L-2.2 0Z', dashes: '5 2' },
  // an arch
  { colour: 'light-dark(#4a4742, #d5cfc5)', shape: 'M-8 8.4V0A8 8 0 0 1 8 0V8.4H2.9V1.4A2.9 2.9 0 0 0 -2.9 1.4V8.4Z', dashes: '1 3' },
]

/** How a seat looks; whoever adds a game for more begins again from the first. */
export const lookOf = (seat: number): SeatLook => SEATS[seat % SEATS.length]!
