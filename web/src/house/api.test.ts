import { afterEach, expect, test, vi } from 'vitest'
import { Away, get, Trouble } from './api'

afterEach(() => void vi.unstubAllGlobals())

const brokenOff = (status: number): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('Failed to fetch')) }), { status })

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the house goes away in the middle of its answer', () => Promise.resolve(brokenOff(200))],
])('it is away when %s', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched)
  await expect(get('games')).rejects.toBeInstanceOf(Away)
})

test('an error keeps its number, whatever has become of its sentence', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(brokenOff(503)))
  await expect(get('games')).rejects.toMatchObject(new Trouble(503, ''))
})
