import { beforeEach, expect, test, vi } from 'vitest'
import type { PuzzleGraded } from '../wire/api'
import { isProvisional, place, wishIn } from './puzzles.svelte'

test.each([
  [{ theme: '', cards: false }, '?theme'],
  [{ theme: 'stop_or_roll', cards: false }, '?theme=stop_or_roll'],
  [{ theme: '', cards: true }, '?cards'],
])('what is wished for stands in the address: %o', (wish, search) => {
  expect(place('pig', wish)).toBe(`/puzzles/pig${search}`)
  expect(place('pig', wish, '0123456789')).toBe(`/puzzles/pig/0123456789${search}`)
  expect(wishIn(search)).toEqual(wish)
})

test('an address without a wish has none', () => {
  expect(wishIn('')).toBeNull()
  expect(wishIn('?lang=de')).toBeNull()
})

test('a rating is provisional until it is known to some degree', () => {
  expect(isProvisional({ player: [1272, 259, 0.06] })).toBe(true)
  expect(isProvisional({ player: [1272, 109, 0.06] })).toBe(false)
})

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) })
})

const opened = async (kept: unknown) => {
  store.set('spieltisch.puzzles', JSON.stringify(kept))
  return (await import('./puzzles.svelte')).practised
}

test('what is kept is there again, and each answer is added to it', async () => {
  const kept = { pig: { player: [1600, 80, 0.06], answered: 1, tried: { a: [1400, 1, 0, 0] } } }
  const practised = await opened(kept)
  expect(practised.of('pig')).toEqual(kept.pig)
  practised.answer('pig', 'b', { player: [1650, 75, 0.06], answered: 2, tried: [1380, 1, 1, 1] } as unknown as PuzzleGraded)
  expect(JSON.parse(store.get('spieltisch.puzzles')!)).toEqual({
    pig: { player: [1650, 75, 0.06], answered: 2, tried: { a: [1400, 1, 0, 0], b: [1380, 1, 1, 1] } },
  })
  expect(practised.fares('pig', [{ name: 'a' }, { name: 'b' }, { name: 'c' }].map((each) => ({ theme: 't', rating: 1, card: false, ...each })))).toEqual({
    tried: 2,
    solved: 0.5,
  })
})

test.each([
  [{ player: [9e9, 80, 0.06], answered: 1, tried: {} }, 1500, 0],
  [{ player: [1600, 0, 0.06], answered: 1, tried: {} }, 1500, 0],
  [{ player: [1600, 80, 2], answered: 1, tried: {} }, 1500, 0],
  [{ player: [1600, 80, 0.06], answered: -1 }, 1500, 0],
  [7, 1500, 0],
  [{ player: [1600, 80, 0.06], answered: 3, tried: { a: [1400, 1, 7, 0], b: 'x', c: [1400, 1, 1, 2], d: [1400, 0, 1, 2] } }, 1600, 1],
])('what the server would not take is left out: %o', async (kept, rating, tried) => {
  const practice = (await opened({ pig: kept })).of('pig')
  expect(practice.player[0]).toBe(rating)
  expect(Object.keys(practice.tried)).toHaveLength(tried)
})
