/** Hexagons that stand on a corner. Directions are numbered as in the rules: 0 is right, then clockwise. */
export const SIDE = 10
export const WIDTH = SIDE * Math.sqrt(3)
export const STEP = SIDE * 1.5

const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const

export interface Spot {
  readonly q: number
  readonly r: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const centre = ({ q, r }: Spot): Point => ({ x: WIDTH * (q + r / 2), y: STEP * r })

export const key = ({ q, r }: Spot): string => `${q},${r}`

export function neighbour({ q, r }: Spot, direction: number): Spot {
  const [dq, dr] = STEPS[direction % 6]!
  return { q: q + dq, r: r + dr }
}

/** So many steps in a direction, without where they begin; none from nowhere. */
export function along(from: Spot | undefined, direction: number, length: number): Spot[] {
  const spots: Spot[] = []
  for (let spot = from; spot !== undefined && spots.length < length; spots.push(spot)) spot = neighbour(spot, direction)
  return spots
}

const CORNERS = [0, 1, 2, 3, 4, 5].map((corner) => (Math.PI / 3) * corner - Math.PI / 2) // clockwise from the top
const corner = (angle: number, radius: number, x = 0): string =>
  `${(x + radius * Math.cos(angle)).toFixed(3)},${(radius * Math.sin(angle)).toFixed(3)}`

/** The corners of a hexagon around the origin, for `points` of a polygon. */
export const hexagon = (radius: number): string => CORNERS.map((angle) => corner(angle, radius)).join(' ')

/** Those of a tile in one piece, from the middle of its first half at `x` to the right: two hexagons and what joins them. */
export const twoHexagons = (radius: number, x = 0): string =>
  [
    ...[4, 5, 0, 1].map((number) => corner(CORNERS[number]!, radius, x)),
    ...[5, 0, 1, 2, 3, 4].map((number) => corner(CORNERS[number]!, radius, x + WIDTH)),
    ...[2, 3].map((number) => corner(CORNERS[number]!, radius, x)),
  ].join(' ')

/** The first of the directions in `ways` from `wanted` on, clockwise; null if there is none. */
export function wayFrom(ways: number, wanted: number): number | null {
  for (let turn = 0; turn < 6; turn++) {
    const way = (wanted + turn) % 6
    if ((ways >> way) & 1) return way
  }
  return null
}

/** Where an arrow key leads: along the row, or straight up and down in a zigzag. */
export function towards(arrow: string, { q, r }: Spot): readonly Spot[] {
  const odd = r % 2 !== 0
  const ways: Readonly<Record<string, readonly number[]>> = {
    ArrowRight: [0],
    ArrowLeft: [3],
    ArrowUp: odd ? [4, 5] : [5, 4],
    ArrowDown: odd ? [2, 1] : [1, 2],
  }
  return (ways[arrow] ?? []).map((way) => neighbour({ q, r }, way))
}
