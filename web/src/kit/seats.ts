import * as artwork from './artwork'

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

export const SEATS: readonly SeatLook[] = artwork.SEATS.map(([day, night, shape, dashes]) => ({ colour: `light-dark(${day}, ${night})`, shape, dashes }))

/** How a seat looks; whoever adds a game for more begins again from the first. */
export const lookOf = (seat: number): SeatLook => SEATS[seat % SEATS.length]!
