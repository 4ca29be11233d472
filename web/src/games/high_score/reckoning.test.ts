import { describe, expect, it } from 'vitest'
import { facesOf, helps, marks, sum } from './reckoning'
import type { Reckoning } from './view'

const tens: Reckoning = {
  counted: [[['*', 10]], [['5', 5], ['4', 4], ['1', 1]]],
  subtracted: [['1', 1], ['*', -2]],
  ignored: [],
  result: 21,
}
const odd: Reckoning = { counted: [[['3', 3]]], subtracted: [], ignored: [['2', 2]], result: 3 }

describe('a reckoning', () => {
  it('is written as a sum, groups and negative values in brackets', () => {
    expect(sum(tens)).toBe('10 + (5 + 4 + 1) − 1 − (−2)')
    expect(sum({ ...tens, counted: [] })).toBe('0 − 1 − (−2)')
    expect(sum(odd)).toBe('')
    expect(sum({ ...tens, subtracted: [['1', 1], ['*', 0]] })).toBe('10 + (5 + 4 + 1) − 1')
  })

  it('has every die', () => {
    expect(facesOf(tens)).toEqual(['*', '5', '4', '1', '1', '*'])
  })

  it('says of each die what it brings', () => {
    const dice = ['1', '1', '*'].map((face, id) => ({ id, face, place: 'lying', roll: '' }) as const)
    expect([...marks(dice, tens)]).toEqual([
      [2, { part: 'counted', value: 10 }],
      [0, { part: 'counted', value: 1 }],
      [1, { part: 'subtracted', value: 1 }],
    ])
    expect(marks([{ id: 4, face: '2', place: 'lying', roll: '' }], odd).get(4)).toEqual({ part: 'ignored', value: 2 })
    expect(marks([{ id: 4, face: '*', place: 'frozen', roll: '' }], { ...odd, subtracted: [['*', 0]] }).get(4)).toEqual({ part: 'ignored', value: 0 })
  })
})

describe('a swirl', () => {
  it('helps if it is positive or a choice, and not if it is negative, zero or frozen', () => {
    expect(['1', '10', 'choice'].map(helps)).toEqual([true, true, true])
    expect(['-5', '0', 'frozen'].map(helps)).toEqual([false, false, false])
  })
})
