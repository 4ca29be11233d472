import { expect, test } from 'vitest'
import type { Possible } from '../wire/messages'
import { HoldingTold } from './holding.svelte'
import type { TableShown } from './table.svelte'

const POSSIBLE: readonly Possible[] = ['rr', 'gg'].map((tile) => ({ move: { tile, kind: 'draw' }, text: tile, count: 5 }))

/** Of three things to be told; `taken` can no longer be held. */
function telling(taken: readonly string[] = []): { told: HoldingTold; asked: unknown[] } {
  const asked: unknown[] = []
  const possible = (_seat: number, _event: null, held: readonly { tile: string }[]) =>
    Promise.resolve(held.some(({ tile }) => taken.includes(tile)) ? null : { possible: POSSIBLE, missing: 3 - held.length })
  return { told: new HoldingTold({ possible } as unknown as TableShown, (seat, held) => void asked.push([seat, held])), asked }
}

test('the coach is asked when all is told, and the next time one begins with it', async () => {
  const { told, asked } = telling()
  await told.begin(0)
  for (const tile of ['rr', 'gg']) await told.add({ kind: 'draw', tile })
  await told.remove(0)
  await told.add({ tile: 'nothing of ours' })
  expect([told.held.map(({ text }) => text), asked]).toEqual([['gg'], []])
  for (const tile of ['rr', 'rr']) await told.add({ kind: 'draw', tile })
  expect(asked).toEqual([[0, ['gg', 'rr', 'rr'].map((tile) => ({ kind: 'draw', tile }))]])
  expect(told.found).toBeNull()
  await told.begin(0)
  expect(told.held).toHaveLength(3)
  await told.begin(1)
  expect(told.held).toEqual([]) // somebody else's
})

test('what can no longer be held is forgotten, and so is all at a screen for several', async () => {
  const taken: string[] = []
  const { told } = telling(taken)
  await told.begin(0)
  await told.add({ kind: 'draw', tile: 'rr' })
  told.close()
  taken.push('rr')
  await told.begin(0)
  expect([told.held, told.found?.missing]).toEqual([[], 3])
  await told.add({ kind: 'draw', tile: 'gg' })
  told.forget()
  expect([told.held, told.found]).toEqual([[], null])
})
