import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const OWN = 'own-key'
let kept: Record<string, string>

/** The page as it is loaded; the house knows these keys. */
async function loaded(...known: string[]) {
  vi.resetModules()
  const fetched = vi.fn((_: string, init: RequestInit) => {
    const { Authorization } = init.headers as Record<string, string>
    const right = known.some((key) => Authorization === `Bearer ${key}`)
    return Promise.resolve(new Response(JSON.stringify(right ? { tables: [] } : { text: 'no', paragraph: '' }), { status: right ? 200 : 403 }))
  })
  vi.stubGlobal('fetch', fetched)
  return { fetched, houseKey: (await import('./key.svelte')).houseKey }
}

beforeEach(() => {
  kept = {}
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => (kept[name] = value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the first key without asking', async () => {
  const { houseKey, fetched } = await loaded(OWN)
  houseKey.offer(OWN)
  expect(houseKey.get()).toBe(OWN)
  expect(kept).toEqual({ 'spieltisch.house': OWN })
  expect(fetched).not.toHaveBeenCalled()
})

it('does not let a link put a foreign key in the place of ours, and says so', async () => {
  kept = { 'spieltisch.house': OWN }
  const { houseKey } = await loaded(OWN)
  houseKey.offer('foreign')
  expect(houseKey.get()).toBe(OWN)
  expect(await houseKey.settled()).toBe(OWN)
  expect(houseKey.foreign).toBe(true)
  expect(kept).toEqual({ 'spieltisch.house': OWN })
})

it('takes a new key that the house knows in the place of an old one', async () => {
  kept = { 'spieltisch.house': 'of the house that was here before' }
  const { houseKey } = await loaded(OWN)
  houseKey.offer(OWN)
  expect(await houseKey.settled()).toBe(OWN)
  expect(houseKey.foreign).toBe(false)
  expect(kept).toEqual({ 'spieltisch.house': OWN })
})
