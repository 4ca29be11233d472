import type { View } from './view'

/** The number that one may have meant for a cell which takes none: the next start number, or of the roll the one that finds the other
 * beside the cell. */
export function nearest({ phase, low, high, players, sheet }: Pick<View, 'phase' | 'low' | 'high' | 'players' | 'sheet'>, seat: number, cell: string): number {
  const { numbers, start_numbers } = players[seat]!
  if (low === null || high === null || phase.startsWith('start')) return start_numbers + 1
  const own = sheet.cells.find(({ name }) => name === cell)!
  const beside = sheet.cells.map(({ row, column }) => Math.abs(row - own.row) + Math.abs(column - own.column) === 1)
  return numbers.some((number, place) => beside[place] && number === low) ? high : low
}
