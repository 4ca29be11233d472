import { expect, test } from 'vitest'
import { marked } from './compared'
import type { Die } from './laying'

const dice: readonly Die[] = [...'1335*'].map((face, id) => ({ id, face, place: id === 4 ? 'frozen' : 'lying', roll: '' }))

test('each move is seen on the dice that it takes; of equal dice one is as good as the other', () => {
  const { dice: found, kept } = marked(dice, {
    seat: 0,
    played: { kind: 'reroll', dice: ['3'] },
    better: { kind: 'reroll', dice: ['3', '3', '1'] },
  })
  expect(Object.fromEntries(found)).toEqual({ 0: ['better'], 1: ['played', 'better'], 2: ['better'] })
  expect(kept).toEqual([])
})

test('whoever stops keeps all that lies there; whoever rolls takes what is not frozen', () => {
  const { dice: found, kept } = marked(dice, { seat: 0, played: { kind: 'stop' }, better: { kind: 'roll' } })
  expect([...found.keys()]).toEqual([0, 1, 2, 3])
  expect(kept).toEqual(['played'])
})
