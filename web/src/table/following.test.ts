import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Pace } from '../house/settings.svelte'
import type { Scene } from '../wire/messages'
import { Following, type Picture } from './following.svelte'

/** After so many events it is the turn of `decides`; we look through seat 0. */
function picture(events: number, decides: number, ...by: readonly number[]): Picture {
  const scene = { events, looking: 0, seats: [0, 1, 2].map((seat) => ({ decides: seat === decides })) } as unknown as Scene
  return { version: events, scene, events: by.map((seat, k) => ({ number: events - by.length + k, seat, kind: 'did', data: null })) }
}

let pace: Pace
let seen: boolean
let land: () => void
let hastened: number

/** The dice of every picture roll until they `land`. */
function table(): Following {
  const ground = {
    rest: () => new Promise<void>((resolve) => (land = resolve)),
    hasten: () => {
      hastened += 1
      land()
    },
    seen: () => seen,
  }
  const following = new Following(() => pace, ground)
  following.take(picture(1, 0), false, true)
  return following
}

const shown = (following: Following): readonly unknown[] => [following.picture?.scene.events, following.told?.events, following.settled]
const landed = async (): Promise<void> => {
  land()
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  pace = 'brisk'
  seen = true
  hastened = 0
})
afterEach(() => vi.useRealTimers())

describe('what is told', () => {
  it('is what was shown, once it lies still', async () => {
    const on = table()
    expect(shown(on)).toEqual([1, 1, true])
    on.take(picture(3, 0, 0, -1), true, false)
    expect(shown(on)).toEqual([3, 1, false])
    await landed()
    expect(shown(on)).toEqual([3, 3, true])
  })

  it('does not wait where nothing has happened: somebody came, or something was taken back', async () => {
    const on = table()
    on.take({ ...picture(1, 0), version: 2 }, false, false)
    expect(shown(on)).toEqual([1, 1, true])
    on.take(picture(0, 0), false, false)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(on)).toEqual([0, 0, true])
  })

  it('does not wait in the middle of one’s own decision, when others choose beside it', async () => {
    const on = table()
    on.take(picture(2, 0, 1), false, false)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(on)).toEqual([2, 2, true])
    on.take(picture(3, 0, 0), true, false)
    expect(shown(on)).toEqual([3, 3, true]) // nor between two decisions of one's own, unless dice fall between them
  })

  it('does not go back when a later picture has landed before an earlier one', async () => {
    const on = table()
    on.take(picture(2, 1, 0), true, false)
    const first = land
    on.take(picture(3, 1, 0), true, false)
    first()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(on)).toEqual([3, 1, false])
    await landed()
    expect(shown(on)).toEqual([3, 3, true])
  })

  it('does not wait for ever where moves come quicker than they can land', async () => {
    pace = 'at_once'
    const on = table()
    for (let events = 2; events < 40; events++) {
      on.take(picture(events, 1, 1), false, false)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(on.told?.events).toBeGreaterThan(20)
  })
})

describe('the moves of others', () => {
  /** Our move, and two answers to it that come at once. */
  async function answered(): Promise<Following> {
    const on = table()
    on.take(picture(2, 1, 0), true, false)
    await landed()
    on.take(picture(3, 2, 1), false, false)
    on.take(picture(4, 0, 2), false, false)
    return on
  }

  it('come one after the other, each when the one before has been seen', async () => {
    const on = await answered()
    expect([on.busy, on.waiting]).toEqual([true, 2])
    await vi.advanceTimersByTimeAsync(599)
    expect(shown(on)).toEqual([2, 2, true])
    await vi.advanceTimersByTimeAsync(1)
    expect(shown(on)).toEqual([3, 2, false])
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown(on)).toEqual([3, 2, false]) // its dice still roll
    await landed()
    expect(shown(on)).toEqual([3, 3, true])
  })

  it('take longer for those who like it calm, and come at once for those who like it so', async () => {
    pace = 'calm'
    const calm = await answered()
    await vi.advanceTimersByTimeAsync(1400)
    expect(shown(calm)).toEqual([2, 2, true])
    await vi.advanceTimersByTimeAsync(100)
    expect(shown(calm)).toEqual([3, 2, false])
    pace = 'at_once'
    expect(shown(await answered())).toEqual([4, 2, false])
  })

  it('are not played to a window that nobody sees', async () => {
    seen = false
    expect(shown(await answered())).toEqual([4, 2, false])
  })

  it('do not try one’s patience however many wait', async () => {
    const on = table()
    on.take(picture(2, 1, 0), true, false)
    await landed()
    for (let events = 3; events < 43; events++) on.take(picture(events, 1, 1), false, false)
    const start = performance.now()
    for (let k = 0; k < 200 && on.busy; k++) {
      await vi.advanceTimersByTimeAsync(50)
      land()
    }
    expect(on.busy).toBe(false)
    expect(performance.now() - start).toBeLessThan(6500)
  })

  it('go by at once for whoever wants it faster', async () => {
    const on = await answered()
    await vi.advanceTimersByTimeAsync(600)
    on.faster()
    expect(hastened).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(on.picture?.scene.events).toBe(4)
    await landed()
    expect([on.busy, ...shown(on)]).toEqual([false, 4, 4, true])
  })

  it('also what a screen shows by itself is cut short then, and waited for before', async () => {
    const showing = { settled: false, cut: vi.fn() }
    const on = await answered()
    const leave = on.add(showing)
    on.faster()
    expect(showing.cut).toHaveBeenCalledOnce()
    leave()
    on.faster()
    expect(showing.cut).toHaveBeenCalledOnce()
  })

  it('are not drawn over what a screen shows by itself, but do not wait for ever, and nothing runs ahead of it', async () => {
    pace = 'at_once'
    const on = table()
    const showing = { settled: true, cut: vi.fn(() => (showing.settled = true)) }
    on.add(showing)
    on.take(picture(2, 1, 1), false, false)
    showing.settled = false // the screen shows the end of a turn
    expect(on.begun).toBe(false)
    on.take(picture(3, 2, 1), false, false)
    on.take(picture(4, 0, 2), false, false)
    expect(shown(on)).toEqual([2, 1, false])
    showing.settled = true
    await landed()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(on)).toEqual([3, 2, false])
    showing.settled = false
    await vi.advanceTimersByTimeAsync(3000)
    on.take(picture(5, 1, 0), false, false)
    expect(showing.cut).toHaveBeenCalledOnce()
    expect(shown(on)).toEqual([5, 3, false]) // what was drawn is told, and the newest drawn
  })

  it('come also over what a screen still shows when nothing is left to be told', async () => {
    pace = 'at_once'
    const on = table()
    on.add({ settled: false, cut: () => undefined })
    on.take(picture(2, 0, 1), false, false)
    expect(shown(on)).toEqual([1, 1, true])
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(on)).toEqual([2, 2, true])
  })

  it('stay marked until one acts', async () => {
    pace = 'at_once'
    const on = await answered()
    await landed()
    expect(on.since.map(({ seat }) => seat)).toEqual([1, 2])
    on.take(picture(5, 1, 0), true, false)
    expect(on.since).toEqual([])
  })

  it('are marked also for whoever comes back to the table, until they act', async () => {
    pace = 'at_once'
    const on = table()
    on.take(picture(4, 0), false, true)
    on.take(picture(5, 0, 2), false, false)
    const happened = (...by: readonly number[]) => by.map((seat, number) => ({ number, seat, kind: 'did', data: null }))
    on.remind(4, happened(2, 0, 1, 2))
    expect(on.since.map(({ number, seat }) => [number, seat])).toEqual([[2, 1], [3, 2], [4, 2]])
    await landed()
    on.again()
    expect(on.since.map(({ number }) => number)).toEqual([2, 3])
    on.take(picture(6, 1, 0), true, false)
    on.remind(4, happened(1, 1, 1, 1)) // too late
    expect(on.since).toEqual([])
  })

  it('can be seen again, from one’s own move on, as often as one likes', async () => {
    pace = 'at_once'
    const on = await answered()
    expect(on.mayRepeat).toBe(false)
    await landed()
    pace = 'brisk'
    for (let time = 0; time < 2; time++) {
      expect(on.mayRepeat).toBe(true)
      on.again()
      expect([on.mayRepeat, ...shown(on)]).toEqual([false, 2, 2, true])
      expect(on.since).toEqual([])
      await vi.advanceTimersByTimeAsync(600)
      expect(shown(on)).toEqual([3, 2, false])
      await landed()
      await vi.advanceTimersByTimeAsync(600)
      await landed()
      expect(shown(on)).toEqual([4, 4, true])
      expect(on.since.map(({ seat }) => seat)).toEqual([1, 2])
    }
  })
})
