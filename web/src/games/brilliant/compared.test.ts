import { expect, test } from 'vitest'
import { struckBy, writtenBy } from './compared'
import type { Cell, Move } from './view'

const cells = ['a1', 'b1', 'c1'].map((name) => ({ name }) as Cell)
const write = (number: number, cell: string): Move => ({ kind: 'write', number, cell })

test('each number is drawn in its cell, and both find room in the same one', () => {
  const places = (played: Move, better: Move) =>
    writtenBy({ seat: 0, played, better }, cells).map(({ place, number, verdict, shared }) => [place, number, verdict, shared])
  expect(places(write(3, 'b1'), write(5, 'c1'))).toEqual([[1, 3, 'played', false], [2, 5, 'better', false]])
  expect(places(write(3, 'b1'), write(5, 'b1'))).toEqual([[1, 3, 'played', true], [1, 5, 'better', true]])
  expect(places({ kind: 'pass' }, write(5, 'a1'))).toEqual([[0, 5, 'better', false]])
})

test('an area that was struck or should have been is marked', () => {
  const compared = { seat: 0, played: { kind: 'strike', area: 'A' } as Move, better: { kind: 'strike', area: 'B' } as Move }
  expect([struckBy(compared, 'A'), struckBy(compared, 'B'), struckBy(compared, 'C'), struckBy(null, 'A')]).toEqual([['played'], ['better'], [], []])
})
