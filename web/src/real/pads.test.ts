import { expect, test } from 'vitest'
import { hasPad, most, padOf, pads, reads } from './pads.svelte'

test('what is kept of pads is read with care', () => {
  const kept = {
    genial: [{ name: 'x'.repeat(99), values: [3, -1, 1e9, 'no', 2.5] }, null, { name: 7 }],
    broken: 'nothing',
  }
  expect(pads.read(kept)).toEqual({ genial: [{ name: 'x'.repeat(40), values: [3, 0, 999, 0, 0] }] })
  expect(pads.read(null)).toEqual({})
  const twice = (twice: unknown) => pads.read({ genial: [{ name: '', values: [36], twice }] })['genial']![0]
  expect([twice(true), twice('yes')]).toEqual([{ name: '', values: [36], twice: true }, { name: '', values: [36] }])
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

test('in solo and team games every track is there twice', async () => {
  const { fields, twice } = (await padOf('genial'))!
  const [red] = fields
  expect(twice).toBe('pad_two_tracks')
  expect([most(red!, false), most(red!, true)]).toEqual([18, 36])
  expect([0, 18, 19, 36].map((value) => reads(red!, value))).toEqual(['0', '18', '18+1', '18+18'])
  expect((await padOf('high_score'))!.twice).toBeUndefined()
})
