/** What a view says about the board, in the words of whoever draws it. */
import { LETTERS } from '../../kit/symbols'
import { centre, key, neighbour, type Point, type Spot } from './hex'
import type { Cell, View } from './view'

/** A tile on the board: its first half on `cell`, its second in the direction `turn`. Some cells stand alone: then `tile` is one letter. */
export interface Lying {
  readonly cell: Cell
  readonly tile: string
  readonly turn: number
  readonly last: boolean
}

/** Every tile once; the last one at the end, so that its rim is over all others. */
export function lying({ cells, lies, last }: Pick<View, 'cells' | 'lies' | 'last'>): readonly Lying[] {
  const bySpot = new Map(cells.map((cell) => [key(cell), cell]))
  const found: Lying[] = []
  for (const [place, cell] of cells.entries()) {
    if (cell.colour === null || cell.start_symbol) continue
    const way = Math.log2(lies[place]!) // no tile is known: minus infinity
    if (way > 2) continue // told of its other half
    const other = way < 0 ? undefined : bySpot.get(key(neighbour(cell, way)))
    const isLast = last !== null && last.includes(cell.name)
    found.push({ cell, tile: cell.colour + (other?.colour ?? ''), turn: Math.max(0, way), last: isLast })
  }
  return found.sort((one, other) => Number(one.last) - Number(other.last))
}

/** The letters and numbers at the edge, where the row or the line of a number ends. */
export function coordinates(cells: readonly Cell[]): readonly (Point & { readonly text: string })[] {
  const spots = new Set(cells.map(key))
  const beside = (cell: Cell, way: number, text: string) => {
    const [from, to] = [centre(cell), centre(neighbour(cell, way))]
    return { text, x: from.x + (to.x - from.x) * 0.64, y: from.y + (to.y - from.y) * 0.64 }
  }
  const ends = (cell: Spot, way: number) => !spots.has(key(neighbour(cell, way)))
  return cells.flatMap((cell) => [
    ...(ends(cell, 3) ? [beside(cell, 3, cell.row)] : []),
    ...(cell.r <= 0 && ends(cell, 5) ? [beside(cell, 5, String(cell.number))] : []),
    ...(cell.r >= 0 && ends(cell, 1) ? [beside(cell, 1, String(cell.number))] : []),
  ])
}

/** The cells that a sentence names; their names are the same in every language. */
export function named(sentence: string, cells: ReadonlyMap<string, Cell>): readonly Cell[] {
  const names = new Set(sentence.match(/(?<![\p{L}\d])[a-o]\d{1,2}(?![\p{L}\d])/gu) ?? [])
  return [...names].flatMap((name) => cells.get(name) ?? [])
}

/** A tile is called by its colours in the order of the box. */
export const called = (one: string, other: string): string =>
  LETTERS.filter((letter) => letter === one || letter === other)
    .join('')
    .padEnd(2, one)

/** By tile, how many of the box lie neither on the board nor open beside it. */
export function unseen(view: Pick<View, 'cells' | 'lies' | 'last'>): ReadonlyMap<string, number> {
  const left = new Map<string, number>(LETTERS.flatMap((one, at) => LETTERS.slice(at).map((other) => [one + other, one === other ? 5 : 6] as const)))
  for (const { tile } of lying(view)) {
    const name = called(tile[0]!, tile[1] ?? tile[0]!)
    left.set(name, (left.get(name) ?? 0) - 1)
  }
  return left
}
