import type { ClockShown } from '../wire/messages'

const LAST = 0.1 // of the time: from then on the clock warns
export const LAG = 1000 // milliseconds beyond the end before anybody may say that time is up

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** Milliseconds that a seat has left at this time of the house; null for bots. Less than none if the time is up, and
 * never more than there was when the turn began, whatever the machine here thinks. */
export function left(clock: ClockShown, seat: number, now: number): number | null {
  const whole = clock.left[seat] ?? null
  const ends = clock.ends[seat] ?? null
  return ends === null || whole === null ? whole : Math.min(whole, ends - now)
}

export const runs = (clock: ClockShown, seat: number): boolean => (clock.ends[seat] ?? null) !== null

/** From 0 to 1, of the whole time. */
export const share = (clock: ClockShown, milliseconds: number): number =>
  Math.min(1, Math.max(0, milliseconds / (clock.seconds * SECOND)))

export const isShort = (clock: ClockShown, milliseconds: number): boolean => share(clock, milliseconds) <= LAST

/** As a clock shows it: 0:07, 12:30, 5:00:00; from a day on in days and hours. */
export function shown(milliseconds: number, locale: string): string {
  const rest = Math.max(0, milliseconds)
  if (rest >= DAY) {
    const days = unit(Math.floor(rest / DAY), 'day', locale)
    const hours = Math.floor((rest % DAY) / HOUR)
    return hours === 0 ? days : `${days} ${unit(hours, 'hour', locale)}`
  }
  const seconds = Math.ceil(rest / SECOND)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts
  return [String(first), ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** How long it is in words, for a choice: 2 minutes, 3 days. */
export function inWords(seconds: number, locale: string): string {
  if (seconds % 86400 === 0) return unit(seconds / 86400, 'day', locale, 'long')
  if (seconds % 60 === 0) return unit(seconds / 60, 'minute', locale, 'long')
  return unit(seconds, 'second', locale, 'long')
}

function unit(n: number, name: 'day' | 'hour' | 'minute' | 'second', locale: string, unitDisplay: 'short' | 'long' = 'short'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay }).format(n)
}

/** How soon the picture of a clock changes. */
export const pace = (milliseconds: number): number => (milliseconds > HOUR ? 20 * SECOND : 200)
