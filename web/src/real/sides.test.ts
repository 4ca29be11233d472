import { expect, test } from 'vitest'
import { sideOf } from './sides'

test('two sit opposite each other, and four have a side each', () => {
  const sides = (players: number) => Array.from({ length: players }, (_, seat) => sideOf(seat, players))
  expect(sides(1)).toEqual([0])
  expect(sides(2)).toEqual([0, 2])
  expect(sides(3)).toEqual([0, 1, 3])
  expect(sides(4)).toEqual([0, 1, 2, 3])
  expect(new Set(sides(6))).toEqual(new Set([0, 1, 2, 3]))
})
