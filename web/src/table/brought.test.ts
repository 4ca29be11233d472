import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brought, forgetBrought } from './brought'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, value: string) => void kept.set(place, value),
    removeItem: (place: string) => void kept.delete(place),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the wish to sit down is the same when it is sent again, until it has been answered', () => {
  const first = brought('invitation')
  expect(first.key).toMatch(/^[0-9a-f]{64}$/)
  expect(first.contribution).not.toBe(first.key)
  expect(brought('invitation')).toEqual(first)
  expect(brought('another')).not.toEqual(first)
  forgetBrought('invitation')
  expect(brought('invitation')).not.toEqual(first)
})

test('where nothing can be kept, there is still a key', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
  })
  expect(brought('invitation').key).toMatch(/^[0-9a-f]{64}$/)
})
