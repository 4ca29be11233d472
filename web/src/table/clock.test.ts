import { describe, expect, it } from 'vitest'
import type { ClockShown } from '../wire/messages'
import { inWords, isShort, left, runs, share, shown } from './clock'

const clock: ClockShown = { per: 'move', seconds: 100, increment: 0, left: [100_000, 40_000, null], ends: [null, 7000, null] }

describe('a clock', () => {
  it('runs for whoever it has an end, and stands for all others', () => {
    expect([0, 1, 2].map((seat) => runs(clock, seat))).toEqual([false, true, false])
    expect([0, 1, 2].map((seat) => left(clock, seat, 2000))).toEqual([100_000, 5000, null])
    expect(left(clock, 1, 9000)).toBe(-2000)
    expect(left(clock, 1, -90_000)).toBe(40_000)
  })

  it('warns in the last tenth', () => {
    expect([10_001, 10_000, 0, -5].map((rest) => isShort(clock, rest))).toEqual([false, true, true, true])
    expect([200_000, 50_000, -1].map((rest) => share(clock, rest))).toEqual([1, 0.5, 0])
  })

  it('shows a second until it is over, and no less than none', () => {
    expect([7000, 6001, 1, 0, -3000].map((rest) => shown(rest, 'en-GB'))).toEqual(['0:07', '0:07', '0:01', '0:00', '0:00'])
    expect(shown(750_000, 'en-GB')).toBe('12:30')
    expect(shown(5 * 3_600_000, 'en-GB')).toBe('5:00:00')
  })

  it('counts days for slow games', () => {
    expect(shown(2 * 86_400_000 + 3 * 3_600_000 + 1, 'en-GB')).toBe('2 days 3 hrs')
    expect(shown(86_400_000, 'de')).toBe('1 Tg.')
  })

  it('is chosen in words', () => {
    expect([30, 120, 86400].map((seconds) => inWords(seconds, 'it'))).toEqual(['30 secondi', '2 minuti', '1 giorno'])
  })
})
