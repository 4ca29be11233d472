import { expect, test } from 'vitest'
import { LEVELS, read, total, withNextValue, withNumber } from './sheetpad'

type Values = readonly number[]
const write = (values: Values, entries: string, others: readonly Values[] = []): Values =>
  entries.split(' ').reduce((now, entry) => withNumber(now, others, entry.slice(1), Number(entry[0])), values)
const offered = (values: Values, cell: string, others: readonly Values[] = []): string => {
  const { sheet, possible } = read(values, others)
  return possible[sheet.cells.findIndex(({ name }) => name === cell)]!
}
const STARTED = '1b1 2f1 3e3 4c4 5a5 6d5' // the six stars of the first sheet

test('start numbers come first, each once and in six areas', () => {
  expect(LEVELS).toHaveLength(4)
  expect(offered([], 'a1')).toBe('123456')
  const one = write([], '1b1')
  expect(offered(one, 'a1')).toBe('') // the same area
  expect(offered(one, 'f1')).toBe('23456')
  expect(offered(one, 'b1')).toBe('') // something stands there
})

test('later a number stands beside another one, and fits the colour of its area', () => {
  const started = write([0], STARTED)
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
  const anna = write(write([0], STARTED), blue)
  expect([total(anna), read(anna, []).player.points]).toEqual([5, 5])
  const ben = write(write([0], STARTED, [anna]), blue, [anna])
  expect(read(ben, [anna]).sheet.areas[1]!.struck).toBe(1)
  expect(total(ben)).toBe(3)
  expect(total(withNextValue(withNextValue(ben, 'B'), 'B'))).toBe(5)
  expect(withNextValue(ben, 'A')).toEqual(ben) // it is not complete
  expect(total(withNumber(ben, [anna], 'c1', 0))).toBe(0)
  expect(read([1], [anna]).sheet.areas[1]!.struck).toBe(0) // another sheet
})
