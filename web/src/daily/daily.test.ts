import { expect, test } from 'vitest'
import { merge } from './daily.svelte'

test('two browsers of one person have the deals of both, and of the same deal what was done here', () => {
  const done = (points: number) => ({ answers: [points], claim: [], grades: [], fingerprint: '', counts: true })
  const friend = (name: string) => ({ name, key: name, code: '' })
  const own = { secret: '', begun: { b: [null] }, done: { monday: done(1) }, friends: { monday: [friend('Ben')] } }
  const others = { secret: 'ab', begun: {}, done: { monday: done(2), tuesday: done(3) }, friends: { monday: [friend('Ben'), friend('Cleo')] } }
  const merged = merge(own, others)
  expect(merged.secret).toBe('ab')
  expect(merged.done).toEqual({ monday: done(1), tuesday: done(3) })
  expect(merged.begun).toEqual(own.begun)
  expect(merged.friends['monday']!.map(({ name }) => name)).toEqual(['Ben', 'Cleo'])
  expect(merge(merged, others)).toEqual(merged)
})
