import { expect, test } from 'vitest'
import { blank, drawn, isShown, painted, resized, rowsOf, starred, summed, withArea, withoutArea, withRows, written } from './editing'

/** Two areas in the corner of a sheet, with a star and a link. */
function begun() {
  let sheet = { ...blank(), grid: written(resized([], 3, 3)) }
  for (const cells of [[[0, 0], [0, 1]], [[2, 0], [2, 1]]] as const) {
    const made = withArea(sheet)
    sheet = cells.reduce((each, [row, column]) => painted(each, row, column, made.area), made.sheet)
  }
  return { ...starred(sheet, 2, 0), links: [['a3', 'b3']] as const }
}

test('a grid is read as it was written', () => {
  const rows = [['A*', '.'], ['B', 'A']]
  expect(rowsOf(written(rows))).toEqual(rows)
  expect(resized(rows, 1, 3)).toEqual([['A*', '.', '.']])
})

test('areas are named one after the other, in colours that are rare so far', () => {
  const { areas } = begun()
  expect(Object.keys(areas)).toEqual(['A', 'B'])
  expect(areas['A']!.colour).not.toBe(areas['B']!.colour)
})

test('what is painted over loses its star, and links that join nothing any more go', () => {
  const sheet = begun()
  expect(painted(sheet, 2, 0, 'B')).toBe(sheet)
  const over = painted(sheet, 2, 0, 'A')
  expect(rowsOf(over.grid)[2]).toEqual(['A', 'B', '.'])
  expect(over.links).toEqual([])
  expect(withRows(sheet, rowsOf(sheet.grid)).links).toHaveLength(1)
})

test('a star comes and goes, and an empty cell has none', () => {
  const sheet = begun()
  expect(rowsOf(starred(sheet, 2, 0).grid)[2]![0]).toBe('B')
  expect(starred(sheet, 1, 1)).toBe(sheet)
})

test('where an area is removed, those behind it move up', () => {
  const left = withoutArea(begun(), 'A')
  expect(Object.keys(left.areas)).toEqual(['A'])
  expect(rowsOf(left.grid)).toEqual([['.', '.', '.'], ['.', '.', '.'], ['A*', 'A', '.']])
})

test('the paper draws the cells that belong to an area', () => {
  const { sheet, player } = drawn(begun())
  expect(sheet.cells.map(({ name, area, star }) => `${name}${area}${star ? '*' : ''}`)).toEqual(['a1A', 'b1A', 'a3B*', 'b3B'])
  expect(sheet.areas.map(({ cells }) => cells)).toEqual([2, 2])
  expect(player.numbers).toHaveLength(4)
})

test('what cannot be drawn is not shown', () => {
  const sheet = withArea(blank()).sheet as unknown as Record<string, unknown>
  expect(isShown(sheet)).toBe(true)
  const area = (facts: unknown): Record<string, unknown> => ({ ...sheet, areas: { A: facts } })
  for (const wrong of [{}, { ...sheet, grid: 5 }, { ...sheet, links: [5] }, { ...sheet, solo_signs: 'x' }, area(null), area({ colour: 'pink', values: [] }), area({ colour: 'red', values: 5 })])
    expect(isShown(wrong)).toBe(false)
})

test('a sheet is summed up while it is drawn', () => {
  const { sheet } = withArea(blank())
  expect(summed(painted(painted(sheet, 0, 0, 'A'), 0, 1, 'A'))).toEqual({ cells: 2, areas: 1, points: 5 })
})
