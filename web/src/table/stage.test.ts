import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Stage } from './stage.svelte'

let still = false
const lasts = (event: string): number => (event.startsWith('long') ? 1000 : 0)
const stage = () => new Stage<string, string>('first', lasts, () => still)

beforeEach(() => {
  vi.useFakeTimers()
  still = false
})
afterEach(() => vi.useRealTimers())

describe('a stage', () => {
  it('shows a picture at once where nothing takes time', () => {
    const on = stage()
    on.take('second', ['short'])
    expect([on.view, on.event, on.settled]).toEqual(['second', null, true])
  })

  it('holds the picture back while an event is shown over the one before', () => {
    const on = stage()
    on.take('second', ['short', 'long'])
    expect([on.view, on.event, on.settled]).toEqual(['first', 'long', false])
    vi.advanceTimersByTime(999)
    expect(on.view).toBe('first')
    vi.advanceTimersByTime(1)
    expect([on.view, on.event, on.settled]).toEqual(['second', null, true])
  })

  it('shows several events one after the other', () => {
    const on = stage()
    on.take('second', ['long one', 'long two'])
    vi.advanceTimersByTime(1000)
    expect([on.view, on.event]).toEqual(['first', 'long two'])
    vi.advanceTimersByTime(1000)
    expect([on.view, on.event]).toEqual(['second', null])
  })

  it('lets a picture be seen before the next event, and keeps the order', () => {
    const on = stage()
    on.take('second', ['long one'])
    on.take('third', ['long two'])
    on.take('fourth', ['short'])
    vi.advanceTimersByTime(1000)
    expect([on.view, on.event, on.settled]).toEqual(['second', null, false])
    vi.advanceTimersByTime(300)
    expect([on.view, on.event]).toEqual(['second', 'long two'])
    vi.runAllTimers()
    expect([on.view, on.event, on.settled]).toEqual(['fourth', null, true])
  })

  it('goes faster when many wait', () => {
    const on = stage()
    on.take('second', ['long one', 'long two', 'long three', 'long four'])
    vi.advanceTimersByTime(500)
    expect(on.event).toBe('long two')
    vi.advanceTimersByTime(500)
    expect(on.event).toBe('long three')
    vi.advanceTimersByTime(999)
    expect(on.event).toBe('long three')
  })

  it('goes on when what is shown has been seen', () => {
    const on = stage()
    on.take('second', ['long'])
    on.goOn()
    expect([on.view, on.event]).toEqual(['second', null])
    on.goOn()
    expect(on.view).toBe('second')
  })

  it('forgets what waits when a picture comes by itself: something was taken back', () => {
    const on = stage()
    on.take('second', ['long'])
    on.take('first again', [])
    expect([on.view, on.event, on.settled]).toEqual(['first again', null, true])
    vi.runAllTimers()
    expect(on.view).toBe('first again')
  })

  it('does nothing when the same picture comes again', () => {
    const on = stage()
    on.take('second', ['long'])
    on.take('second', [])
    expect([on.view, on.event]).toEqual(['first', 'long'])
  })

  it('moves nothing for whoever wants no motion', () => {
    still = true
    const on = stage()
    on.take('second', ['long'])
    expect([on.view, on.event, on.settled]).toEqual(['second', null, true])
  })

  it('stops with the screen', () => {
    const on = stage()
    on.take('second', ['long'])
    on.stop()
    vi.runAllTimers()
    expect(on.view).toBe('first')
  })
})
