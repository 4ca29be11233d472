/** Where things lie on the paper: a cell is a square of this size. */
import { SIZE } from './artwork'
export { SIZE }

interface Place {
  readonly row: number
  readonly column: number
}
type Point = readonly [number, number]

const key = (row: number, column: number): string => `${row},${column}`
const at = (cells: readonly Place[]): Set<string> => new Set(cells.map((cell) => key(cell.row, cell.column)))

/** Cells that hang together, each group in the order in which the cells come. */
export function pieces<T extends Place>(cells: readonly T[]): T[][] {
  const left = new Map(cells.map((cell) => [key(cell.row, cell.column), cell]))
  const found: T[][] = []
  for (const first of cells) {
    if (!left.delete(key(first.row, first.column))) continue
    const piece = [first]
    for (const { row, column } of piece) {
      for (const beside of [key(row - 1, column), key(row + 1, column), key(row, column - 1), key(row, column + 1)]) {
        const cell = left.get(beside)
        if (cell !== undefined && left.delete(beside)) piece.push(cell)
      }
    }
    found.push(piece.sort((one, other) => one.row - other.row || one.column - other.column))
  }
  return found
}

/** The outline of cells as an SVG path, a little inside their edges and with round corners. */
export function outline(cells: readonly Place[], inset: number, radius: number): string {
  return loops(cells)
    .map((corners) => rounded(corners, inset, radius))
    .join('')
}

/** The corners around the cells, clockwise; counter-clockwise around holes. */
function loops(cells: readonly Place[]): Point[][] {
  const inside = at(cells)
  const edges = new Map<string, Point[]>()
  const add = (x: number, y: number, to: Point): void => {
    edges.set(key(y, x), [...(edges.get(key(y, x)) ?? []), to])
  }
  for (const { row, column } of cells) {
    if (!inside.has(key(row - 1, column))) add(column, row, [column + 1, row])
    if (!inside.has(key(row, column + 1))) add(column + 1, row, [column + 1, row + 1])
    if (!inside.has(key(row + 1, column))) add(column + 1, row + 1, [column, row + 1])
    if (!inside.has(key(row, column - 1))) add(column, row + 1, [column, row])
  }
  const found: Point[][] = []
  for (const [start, ends] of edges) {
    while (ends.length > 0) {
      const [y, x] = start.split(',').map(Number) as [number, number]
      found.push(loop([x, y], edges))
    }
  }
  return found
}

function loop(start: Point, edges: Map<string, Point[]>): Point[] {
  const corners: Point[] = []
  let here = start
  let heading: Point = [0, 0]
  let next = edges.get(key(start[1], start[0]))!.shift()
  while (next !== undefined) {
    const turned: Point = [next[0] - here[0], next[1] - here[1]]
    if (turned[0] !== heading[0] || turned[1] !== heading[1]) corners.push(here)
    heading = turned
    here = next
    next = onwards(edges.get(key(here[1], here[0])) ?? [], here, heading, here[0] === start[0] && here[1] === start[1])
  }
  const begun = corners[1] ?? start // the first side may have begun in the middle of a straight one
  const straight = Math.sign(begun[0] - start[0]) === heading[0] && Math.sign(begun[1] - start[1]) === heading[1]
  return straight ? corners.slice(1) : corners
}

/** The edge that goes on. Where cells touch only at a corner, the one to the right keeps them apart. */
function onwards(ends: Point[], here: Point, heading: Point, home: boolean): Point | undefined {
  const right = ends.findIndex(([x, y]) => x - here[0] === -heading[1] && y - here[1] === heading[0])
  if (right < 0 && home) return undefined
  return ends.splice(Math.max(0, right), 1)[0]
}

function rounded(corners: readonly Point[], inset: number, radius: number): string {
  const n = corners.length
  const towards = (k: number): Point => {
    const [a, b] = [corners[k % n]!, corners[(k + 1) % n]!]
    return [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])]
  }
  let path = ''
  for (let k = 0; k < n; k++) {
    const [before, after] = [towards(k + n - 1), towards(k)]
    const x = corners[k]![0] * SIZE + inset * (-before[1] - after[1])
    const y = corners[k]![1] * SIZE + inset * (before[0] + after[0])
    path += `${k === 0 ? 'M' : 'L'}${x - before[0] * radius} ${y - before[1] * radius}`
    path += `Q${x} ${y} ${x + after[0] * radius} ${y + after[1] * radius}`
  }
  return `${path}Z`
}

/** The paper around the cells; the large sheet has room for the names of columns and rows. */
export function frame(sheet: { rows: number; columns: number }, small: boolean): { left: number; width: number; height: number } {
  const [left, right] = small ? [4, 4] : [15, 5]
  return { left, width: sheet.columns * SIZE + left + right, height: sheet.rows * SIZE + left + right }
}

/** The middle of a cell. */
export const middle = ({ row, column }: Place): Point => [(column + 0.5) * SIZE, (row + 0.5) * SIZE]

/** A line between two cells that belong together, bent to the right or down, away from the letters; and where it ends. */
export function bow(one: Place, other: Place): { path: string; ends: readonly [Point, Point] } {
  const [[ax, ay], [bx, by]] = [middle(one), middle(other)]
  const length = Math.hypot(bx - ax, by - ay)
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length]
  const side = dx >= dy ? 1 : -1
  const point = (along: number, aside: number): Point => [
    ax + dx * along - dy * side * aside,
    ay + dy * along + dx * side * aside,
  ]
  const [from, to] = [point(14, 12), point(length - 14, 12)]
  const path = `M${from.join(' ')}C${point(length * 0.25, 21).join(' ')} ${point(length * 0.75, 21).join(' ')} ${to.join(' ')}`
  return { path, ends: [from, to] }
}
