import { expect, test } from 'vitest'
import type { CostlyMove, Total } from '../wire/api'
import { costlyFor, decidedBy, luckOf, nextCostly, rounded, split } from './judged'

const move = (event: number, seat: number): CostlyMove => ({ event, seat, loss: 1, played: '', best: '', brought: null, better: null, paragraph: '', theme: '' })
const total = (seat: number, more: Partial<Total>): Total => ({ seat, result: 0, even: 0, luck: 0, own: 0, others: 0, decision: 0, lost: 0, accuracy: 1, decisions: 9, error: 50_000, ...more })
const events = (moves: readonly CostlyMove[]) => moves.map(({ event }) => event)
const all = [move(9, 1), move(4, 0), move(7, 1), move(2, 0), move(1, 1), move(8, 0), move(3, 0)]

test('whoever played one seat sees their own costly moves first, and the others apart', () => {
  const { mine, others } = costlyFor(all, [0], 2)
  expect([events(mine), events(others)]).toEqual([
    [4, 2, 8],
    [9, 7, 1],
  ])
})

test('whoever held several seats or none sees those of all', () => {
  for (const own of [[], [0, 1]]) {
    const { mine, others } = costlyFor(all, own, 2)
    expect([events(mine), events(others)]).toEqual([[9, 4, 7], []])
  }
  expect(events(costlyFor([move(4, 0)], [0], 1).mine)).toEqual([4])
})

test('from one mistake one comes to the next in the game, and from the last to the first', () => {
  expect([0, 2, 4, 8].map((at) => nextCostly([move(4, 0), move(2, 0), move(8, 0)], at))).toEqual([2, 4, 8, 2])
  expect(nextCostly([move(4, 0)], 4)).toBeNull()
  expect(nextCostly([], 4)).toBeNull()
})

test('luck is only called so where it is larger than its margin', () => {
  const luck = (luck: number, error: number) => luckOf({ unit: 'share', totals: [total(0, { luck, error })] }, 0)
  expect(luck(300_000, 90_000)).toBe('helped')
  expect(luck(-300_000, 90_000)).toBe('against')
  expect(luck(40_000, 90_000)).toBe('hardly')
  expect(luck(300_000, 400_000)).toBe('unclear')
  expect(luck(40_000, 400_000)).toBe('unclear')
  expect(luck(150_000, 90_000)).toBe('helped')
  expect(luckOf({ unit: 'points', totals: [total(0, { luck: 3_000_000, error: 1_000_000 })] }, 0)).toBe('helped')
})

test('who decided better is measured against the others on average, and doubt makes alike', () => {
  const decided = (own: readonly number[], error = 50_000) => decidedBy({ unit: 'share', totals: own.map((each, seat) => total(seat, { own: each, error })) }, 0)
  expect(decided([-200_000, -900_000])).toBe('better')
  expect(decided([-900_000, -200_000])).toBe('worse')
  expect(decided([-900_000, -200_000], 800_000)).toBe('alike')
  expect(decided([-500_000, -900_000, -100_000])).toBe('alike')
})

test('the sentence about decisions says what the numbers below it say, whatever single moves cost', () => {
  const totals = [total(0, { own: -600_000, lost: 300_000, error: 110_000 }), total(1, { own: -200_000, lost: 350_000, error: 110_000 })]
  expect([0, 1].map((seat) => decidedBy({ unit: 'share', totals }, seat))).toEqual(['worse', 'better'])
})

test('what luck and decisions brought adds up from the even start to the result', () => {
  expect(split({ even: 333_333, luck: 284_000, result: 1_000_000 }, 'share')).toEqual({ luck: 29, decisions: 38 }) // 33 + 29 + 38
  expect(split({ even: 61_400_000, luck: -2_300_000, result: 70_000_000 }, 'points')).toEqual({ luck: -2, decisions: 11 })
})

test('rounded numbers add up', () => {
  expect(rounded([13.5, 86.5])).toEqual([14, 86])
  expect(rounded([33.4, 33.3, 33.3])).toEqual([34, 33, 33])
  expect(rounded([50, 50])).toEqual([50, 50])
})
