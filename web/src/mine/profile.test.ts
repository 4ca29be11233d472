import { beforeEach, expect, test, vi } from 'vitest'
import { entries, Kept, parts, united } from '../house/kept.svelte'
import { read, take, written } from './profile'

const store = new Map<string, string>()
const isNumber = (value: unknown): value is number => typeof value === 'number'
const numbers = (kept: unknown) => entries(kept, isNumber)

beforeEach(() => {
  store.clear()
  parts.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) })
})

test('what one browser writes another one takes, each part in its own way', () => {
  new Kept('best', numbers, united(Math.max)).value = { solo: 7, duel: 3 }
  new Kept('plain', numbers).value = { a: 1, b: 2 }
  const file = written(new Date(0))
  store.clear()
  parts.clear()
  const best = new Kept('best', numbers, united(Math.max))
  const plain = new Kept('plain', numbers)
  best.value = { solo: 5, duel: 9, team: 1 }
  plain.value = { b: 5 }
  const inside = read(file)
  if (typeof inside === 'string') throw new Error(inside)
  take(inside)
  expect(best.value).toEqual({ solo: 7, duel: 9, team: 1 })
  expect(plain.value).toEqual({ a: 1, b: 5 }) // without a merge of its own a part keeps what it knows
  expect(JSON.parse(store.get('spieltisch.best')!)).toEqual({ solo: 7, duel: 9, team: 1 })
})

test('no key of a seat or of the house is in the file', () => {
  store.set('spieltisch.tables', '{"abc":{"seats":{"0":"secret"}}}')
  store.set('spieltisch.house', 'secret')
  new Kept('best', numbers).value = { solo: 7 }
  expect(written(new Date(0))).not.toContain('secret')
})

test('what is no profile, is damaged or from the future is told apart', () => {
  new Kept('best', numbers).value = { solo: 7 }
  const file = written(new Date(0))
  expect(read('')).toBe('profile_is_none')
  expect(read('[]')).toBe('profile_is_none')
  expect(read('{"format":"spieltisch-record"}')).toBe('profile_is_none')
  expect(read(file.slice(0, -3))).toBe('profile_damaged')
  expect(read(file.replace('"solo":7', '"solo":8'))).toBe('profile_damaged')
  expect(read(file.replace('"format":1', '"format":2'))).toBe('profile_too_new')
  expect(read(file.replace('"format":1', '"format":0'))).toBe('profile_damaged')
  expect(read(' '.repeat(12_000_001))).toBe('profile_too_large')
  expect(read(JSON.stringify(JSON.parse(file), null, 2))).toEqual({ best: { solo: 7 } }) // however it is laid out
})

test('a file may hold nonsense, and parts that nobody knows here', () => {
  const best = new Kept('best', numbers, united(Math.max))
  best.value = { solo: 7 }
  take({ best: { duel: 'many', __proto__: 5 }, tables: { abc: 'mine' }, constructor: 1 })
  expect(best.value).toEqual({ solo: 7 })
  expect([...store.keys()]).toEqual(['spieltisch.best'])
})

test('two windows that add to a part lose nothing of each other', () => {
  const [one, two] = [new Kept('best', numbers), new Kept('best', numbers)]
  one.change((all) => ({ ...all, solo: 7 }))
  two.change((all) => ({ ...all, duel: 3 }))
  expect(new Kept('best', numbers).value).toEqual({ solo: 7, duel: 3 })
})
