/** The printed track: its fields lie around a board of ten by seven, clockwise from the upper left corner. */
import { COLUMNS, ROWS } from './artwork'
export { COLUMNS, ROWS }

export interface Place {
  readonly x: number
  readonly y: number
}

/** The field on which a piece stands, and what its marker adds. */
export function onBoard(position: number, fields: number): { readonly field: number; readonly marker: number } {
  const field = ((position - 1) % fields) + 1
  return { field, marker: position - field }
}

/** The middle of a field, in tenths of a field's width. */
export function middleOf(field: number): Place {
  const step = field - 1
  const right = COLUMNS - 1
  const down = ROWS - 1
  if (step <= right) return at(step, 0)
  if (step <= right + down) return at(right, step - right)
  if (step <= 2 * right + down) return at(2 * right + down - step, down)
  return at(0, 2 * (right + down) - step)
}

const at = (column: number, row: number): Place => ({ x: column * 10 + 5, y: row * 10 + 5 })
