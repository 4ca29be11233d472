import { expect, test, vi } from 'vitest'
import type { ReviewPoint } from '../wire/api'

vi.mock('../house/api', () => ({}))
vi.mock('../house/seats.svelte', () => ({}))
vi.mock('../house/settings.svelte', () => ({}))
vi.mock('../house/texts.svelte', () => ({ say: (key: string, { n }: { n: number }) => (key === 'percent' ? `${n}%` : `${n} points`) }))
const { band, hopes, known, steps } = await import('./review.svelte')

const at = (event: number, value: number, doubt = 0): ReviewPoint => ({ event, values: [value], doubts: [doubt] })

test('an estimate says how far it may be off, a result is simply so', () => {
  expect(known(at(3, 520_000, 20_000), 0, 'share')).toBe('52% ± 4')
  expect(known(at(9, 1_000_000), 0, 'share')).toBe('100%')
  expect(known(at(9, 31_000_000, 1_000_000), 0, 'points')).toBe('31 points ± 2')
  expect(band(10_000)).toBeCloseTo(19_600)
})

test('what was decided and what luck brought are told apart', () => {
  const curve = [at(0, 500_000), at(4, 520_000), at(5, 610_000), at(5, 600_000), at(6, 400_000), at(9, 0)]
  const ends = (decisions: boolean) => steps(curve, new Set([4, 5]), decisions).map(([from, to]) => [from.event, to.event])
  expect(ends(true)).toEqual([
    [4, 5],
    [5, 6],
  ])
  expect(ends(false)).toEqual([
    [0, 4],
    [5, 5],
    [6, 9],
  ])
})

test('what everybody could hope for is known at every position of a curve', () => {
  const curve = [at(4, 520_000), at(5, 610_000), at(9, 0)]
  expect([0, 4, 6, 9].map((event) => hopes({ curve }, event).values[0])).toEqual([520_000, 520_000, 610_000, 0])
})

test('chances that are rounded still make a whole', () => {
  const point = { event: 3, values: [135_000, 865_000], doubts: [0, 0] }
  expect([0, 1].map((seat) => known(point, seat, 'share'))).toEqual(['14%', '86%'])
})
