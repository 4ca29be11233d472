import { expect, test } from 'vitest'
import type { Written } from '../../real/pads.svelte'
import { LEVELS, read, total, withNextValue, withNumber } from './sheetpad'

const page = (...values: number[]): Written => ({ values })
const write = (on: Written, entries: string, others: readonly Written[] = []): Written =>
  entries.split(' ').reduce((now, entry) => withNumber(now, others, entry.slice(1), Number(entry[0])), on)
const offered = (on: Written, cell: string, others: readonly Written[] = []): string => {
  const { sheet, possible } = read(on, others)
  return possible[sheet.cells.findIndex(({ name }) => name === cell)]!
}
const STARTED = '1b1 2f1 3e3 4c4 5a5 6d5' // the six stars of the first sheet

test('start numbers come first, each once and in six areas', () => {
  expect(LEVELS).toHaveLength(4)
  expect(offered(page(), 'a1')).toBe('123456')
  const one = write(page(), '1b1')
  expect(offered(one, 'a1')).toBe('') // the same area
  expect(offered(one, 'f1')).toBe('23456')
  expect(offered(one, 'b1')).toBe('') // something stands there
})

test('later a number stands beside another one, and fits the colour of its area', () => {
  const started = write(page(0), STARTED)
  expect(offered(started, 'a7')).toBe('') // beside nothing
  expect(offered(started, 'a1')).toBe('23456') // red: all different
  expect(offered(started, 'e1')).toBe('2') // blue: all equal
  expect(offered(started, 'a6')).toBe('123456') // purple: two numbers at most, and one stands there
  expect(offered(write(started, '3a6'), 'a7')).toBe('35')
  expect(offered(started, 'c3')).toBe('456') // orange: one half
  expect(offered(started, 'd4')).toBe('123456') // green
})

test('who completes an area takes the highest value that nobody has, and can say that it was the same roll', () => {
  const blue = '2e1 2d1 2c1'
  const anna = write(write(page(0), STARTED), blue)
  expect([total(anna), read(anna, []).player.points]).toEqual([5, 5])
  const ben = write(write(page(0), STARTED, [anna]), blue, [anna])
  expect(read(ben, [anna]).sheet.areas[1]!.struck).toBe(1)
  expect(total(ben)).toBe(3)
  expect(total(withNextValue(withNextValue(ben, 'B'), 'B'))).toBe(5)
  expect(withNextValue(ben, 'A')).toEqual(ben) // it is not complete
  expect(total(withNumber(ben, [anna], 'c1', 0))).toBe(0)
  expect(read(page(1), [anna]).sheet.areas[1]!.struck).toBe(0) // another sheet
})

test('a sheet of one’s own is written on like ours, and its values are struck by whoever has the same', () => {
  const content = { format: 1, game: 'brilliant', title: 'Mine', ...LEVELS[2]! }
  const mine: Written = { values: [], content }
  expect([read(mine, []).level, read(page(2), []).level]).toEqual([-1, 2])
  expect(read(mine, []).sheet).toEqual(read(page(2), []).sheet)
  const anna = write(mine, '1d1 2b3 3e4 4h5 5a6 6d7 1c1 1b1 1e1 1f1') // red takes each once: it is only offered so
  expect(anna.content).toBe(content)
  const done = { ...anna, values: anna.values.map((value, k) => (k === anna.values.length - 10 ? 5 : value)) }
  expect(read({ values: [], content: { ...content } }, [done]).sheet.areas[1]!.struck).toBe(1)
  expect(read(page(2), [done]).sheet.areas[1]!.struck).toBe(0) // ours, which only looks the same
  expect(read({ values: [], content: { grid: 7 } }, []).level).toBe(0) // nothing that could be drawn
})
