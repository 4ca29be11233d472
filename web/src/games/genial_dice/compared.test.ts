import { expect, test } from 'vitest'
import { marked } from './compared'
import type { Move, View } from './view'

const view = { players: [{ dice: 'rrgy' }, { dice: 'bbbb' }], used: [0] } as unknown as View
const seen = (seat: number, played: Move, better: Move) => {
  const { dice, kept, rows } = marked(view, { seat, played, better })
  return { dice: Object.fromEntries(dice), kept, rows: Object.fromEntries(rows) }
}

test('rolling again is seen on all dice of the seat, keeping them on none', () => {
  const all = { 0: ['played'], 1: ['played'], 2: ['played'], 3: ['played'] }
  expect(seen(1, { kind: 'roll' }, { kind: 'stop' })).toEqual({ dice: all, kept: ['better'], rows: {} })
})

test('a joker is seen on dice that are not used yet and on the row that it marks', () => {
  const joker = (colour: string): Move => ({ kind: 'joker', dice: 'bb', colour })
  const both = { 0: ['played', 'better'], 1: ['played', 'better'] }
  expect(seen(1, joker('o'), joker('p'))).toEqual({
    dice: { 1: ['played', 'better'], 2: ['played', 'better'] },
    kept: [],
    rows: { o: ['played'], p: ['better'] },
  })
  const fresh = { ...view, used: [] } as View
  expect(Object.fromEntries(marked(fresh, { seat: 1, played: joker('o'), better: joker('o') }).dice)).toEqual(both)
})
