import { expect, test } from 'vitest'
import { hasPad, padOf, pads } from './pads.svelte'

test('what is kept of pads is read with care', () => {
  const kept = {
    genial: [{ name: 'x'.repeat(99), values: [3, -1, 1e9, 'no', 2.5] }, null, { name: 7 }],
    broken: 'nothing',
  }
  expect(pads.read(kept)).toEqual({ genial: [{ name: 'x'.repeat(40), values: [3, 0, 999, 0, 0] }] })
  expect(pads.read(null)).toEqual({})
  const page = (content: unknown) => pads.read({ brilliant: [{ name: '', values: [], content }] })['brilliant']![0]!.content
  expect(page({ title: 'Mine' })).toEqual({ title: 'Mine' })
  for (const none of [null, 'text', [1], { title: 'x'.repeat(40_000) }]) expect(page(none)).toBeUndefined()
})

test('each pad counts what its game counts', async () => {
  const total = async (game: string, ...values: number[]) => (await padOf(game))!.total({ values })
  expect(await total('genial', 4, 3, 9, 18, 5, 6)).toBe(3)
  expect(await total('genial_dice', 1, 2, 3, 0, 0, 1)).toBe(7)
  expect(await total('high_score', 44, 2, 1, 3)).toBe(11)
  expect(await total('brilliant', 0)).toBe(0)
  expect(hasPad('brilliant')).toBe(true)
  expect(hasPad('nothing')).toBe(false)
})
