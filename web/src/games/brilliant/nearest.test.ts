import { expect, test } from 'vitest'
import { nearest } from './nearest'
import type { Cell, Player, View } from './view'

const cell = (name: string, row: number, column: number): Cell => ({ name, row, column, area: 'A', star: false })
const cells = [cell('a1', 0, 0), cell('b1', 0, 1), cell('c1', 0, 2), cell('d1', 0, 3)]
const sheet: View['sheet'] = { level: 1, own: true, rows: 1, columns: 4, cells, areas: [], links: [] }
const player = (numbers: readonly (number | null)[]): Player => ({
  seat: 0,
  points: 0,
  numbers,
  start_numbers: 2,
  fresh: null,
  doing: 'chooses',
  filled: [],
  earned: [],
  takes: [],
})
const after = (numbers: readonly (number | null)[], cell: string, phase: View['phase'] = 'write'): number =>
  nearest({ phase, low: 2, high: 5, players: [player(numbers)], sheet }, 0, cell)

test('beside one number of the roll the other is meant', () => {
  expect(after([2, null, null, null], 'b1')).toBe(5)
  expect(after([5, null, null, null], 'b1')).toBe(2)
  expect(after([5, null, null, 2], 'c1')).toBe(5)
})

test('with neither beside it, it is the lower one', () => {
  expect(after([null, null, null, null], 'c1')).toBe(2)
})

test('at the start it is the next start number', () => {
  expect(after([1, 2, null, null], 'd1', 'start_stars')).toBe(3)
})
