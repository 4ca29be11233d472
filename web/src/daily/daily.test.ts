import { beforeEach, expect, test, vi } from 'vitest'

const store = new Map<string, string>()
const DEAL = { day: '2026-11-16', game: 'some_game', form: 'ten' } as const
const RESULT = { answers: [1], claim: [5], fingerprint: 'abcd0123', grades: [1] }
const answer = (n: number) => ({ answer: n, move: 'stop', said: 'stop' })

async function opened() {
  vi.resetModules()
  return (await import('./daily.svelte')).daily
}

beforeEach(() => {
  store.clear()
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12) })
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) })
})

test('answers can be changed until they are handed in; then the first try stays', async () => {
  const daily = await opened()
  daily.answer(DEAL, 2, answer(7))
  daily.answer(DEAL, 2, answer(8))
  expect(daily.answers(DEAL)).toEqual([null, null, answer(8)])
  daily.submit(DEAL, RESULT)
  daily.submit(DEAL, { ...RESULT, claim: [0] })
  const again = await opened()
  expect(again.done(DEAL)).toEqual({ ...RESULT, counts: true })
  expect(again.answers(DEAL)).toEqual([])
  expect(again.streak).toBe(1)
})

test('what is played on another day does not count', async () => {
  const daily = await opened()
  daily.submit({ ...DEAL, day: '2026-11-15' }, RESULT)
  expect(daily.streak).toBe(0)
})

test('a friend is known by the key, and who comes with another one is noticed', async () => {
  const daily = await opened()
  expect(daily.known('Anna', 'k1')).toBe('new')
  daily.meet(DEAL, { name: 'Anna', key: 'k1', code: 'c1' })
  daily.meet(DEAL, { name: 'Anna', key: 'k1', code: 'c2' })
  expect(daily.friends(DEAL).map(({ code }) => code)).toEqual(['c2'])
  expect(daily.known('Anna', 'k1')).toBe('known')
  expect(daily.known('Anna', 'k2')).toBe('other_key')
  expect(daily.known('Hanna', 'k1')).toBe('renamed')
})

test('the key stays the same, here and in another browser that takes the profile', async () => {
  const daily = await opened()
  daily.haveSecret()
  const secret = daily.secret
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  daily.haveSecret()
  expect((await opened()).secret).toBe(secret)
  daily.submit(DEAL, RESULT)
  const profile = JSON.parse(store.get('spieltisch.daily')!) as unknown
  store.clear()
  const other = await opened()
  const { parts: known } = await import('../house/kept.svelte')
  known.get('daily')!.take(profile)
  expect([other.secret, other.done(DEAL)?.claim]).toEqual([secret, [5]])
})

test.each(['7', '[]', '{"done": {"x": 1}, "begun": {"y": [3]}, "friends": {"z": [{}]}, "secret": "short"}'])('what cannot be read is left out: %s', async (text) => {
  store.set('spieltisch.daily', text)
  const daily = await opened()
  expect([daily.all, daily.secret, daily.streak]).toEqual([{}, '', 0])
})

test('two browsers of one person have the deals of both, and of the same deal what was done here', async () => {
  await opened()
  const { merged } = await import('./daily.svelte')
  const done = (points: number) => ({ answers: [points], claim: [], grades: [], fingerprint: '', counts: true })
  const friend = (name: string) => ({ name, key: name, code: '' })
  const own = { secret: '', begun: { b: [null] }, done: { monday: done(1) }, friends: { monday: [friend('Ben')] } }
  const others = { secret: 'ab', begun: {}, done: { monday: done(2), tuesday: done(3) }, friends: { monday: [friend('Ben'), friend('Cleo')] } }
  const both = merged(own, others)
  expect([both.secret, both.done, both.begun]).toEqual(['ab', { monday: done(1), tuesday: done(3) }, own.begun])
  expect(both.friends['monday']!.map(({ name }) => name).sort()).toEqual(['Ben', 'Cleo'])
  expect(merged(both, others)).toEqual(both)
})
