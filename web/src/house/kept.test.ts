import { beforeEach, expect, test, vi } from 'vitest'
import { entries, Kept, parts } from './kept.svelte'

const store = new Map<string, string>()
const isNumber = (value: unknown): value is number => typeof value === 'number'
const numbers = (kept: unknown) => entries(kept, isNumber)

beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) })
})

test('what is set is there when the page is opened again', () => {
  new Kept('points', numbers).value = { anna: 3 }
  expect(new Kept('points', numbers).value).toEqual({ anna: 3 })
  expect(parts.get('points')?.value).toEqual({ anna: 3 })
})

test.each(['', '{', '[1]', '7', 'null', '{"anna": "many"}'])('what cannot be read is left out: %s', (text) => {
  store.set('spieltisch.points', text)
  expect(new Kept('points', numbers).value).toEqual({})
})

test('a browser that forbids it forgets, and goes on', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  })
  const points = new Kept('points', numbers)
  points.value = { anna: 3 }
  expect(points.value).toEqual({ anna: 3 })
})
