import { describe, expect, it } from 'vitest'
import type { Scene, Seat } from '../wire/messages'
import { headline, refused, standing } from './headline'

const words = (key: string, values: Readonly<Record<string, string | number>> = {}) => `${key} ${values['name'] ?? ''}`.trim()

function seat(name: string, more: Partial<Seat> = {}): Seat {
  const plain = { person: true, ready: true, here: true, yours: false, return_to: false, decides: false, coach: false, limited: false }
  return { name, who: 'person', ...plain, ...more }
}

function scene(seats: readonly Seat[], more: Partial<Scene> = {}): Scene {
  return { table: 't', stage: 'playing', seats, looking: 0, ask: 'asked', events: 5, wish: null, ...more } as unknown as Scene
}

const anna = seat('Anna', { yours: true })
const wish = { number: 3, about: 'undo', seat: 0, text: '', agreed: [], needed: [1], withdraw: true } as const

describe('the headline', () => {
  it('is what the table says as long as everybody is there', () => {
    expect(headline(scene([anna, seat('Ben', { decides: true })]), words)).toBe('asked')
    expect(headline(scene([{ ...anna, decides: true }, seat('Ben')]), words)).toBe('asked')
  })

  it('says that whoever decides is away', () => {
    expect(headline(scene([anna, seat('Ben', { decides: true, here: false })]), words)).toBe('asked away_now Ben')
    expect(headline(scene([anna, seat('Ben', { here: false })]), words)).toBe('asked')
  })

  it('says that the seat which decides is free, also to whoever gave it up', () => {
    const free = seat('Ben', { who: 'open', person: false, decides: true })
    expect(headline(scene([anna, free]), words)).toBe('seat_is_free Ben')
    expect(headline(scene([anna, { ...free, yours: true }], { looking: 1 }), words)).toBe('seat_is_free Ben')
    expect(headline(scene([anna, free, seat('Cleo', { decides: true })]), words)).toBe('asked seat_is_free Ben')
  })

  it('asks nobody for whom the computer plays', () => {
    expect(headline(scene([{ ...anna, who: 'level3', decides: true }, seat('Ben')]), words)).toBe('turn_of Anna.')
  })
})

describe('whoever holds a seat', () => {
  it('hears what has become of it', () => {
    expect(standing(anna)).toBeNull()
    expect(standing(seat('Ben', { who: 'open' }))).toBeNull()
    expect(standing({ ...anna, who: 'level3' })).toBe('bot_plays_for_you')
    expect(standing(seat('Anna', { who: 'open', person: false, return_to: true }))).toBe('given_up')
    expect(standing({ ...anna, who: 'open' })).toBe('seat_was_given')
    expect(standing(seat('Dora', { return_to: true }))).toBe('stood_in_for')
  })

  it('hears who would rather not let them take back, but nothing if they may or somebody has played on', () => {
    const asked = scene([anna, seat('Ben')], { wish })
    expect(refused(asked, scene([anna, seat('Ben')]))).toEqual(['Ben'])
    expect(refused(asked, asked)).toEqual([])
    expect(refused(asked, scene([anna, seat('Ben')], { events: 3 }))).toEqual([])
    expect(refused(asked, scene([anna, seat('Ben')], { events: 6 }))).toEqual([])
    expect(refused(scene([seat('Anna'), seat('Ben')], { wish }), scene([seat('Anna'), seat('Ben')]))).toEqual([])
  })
})
