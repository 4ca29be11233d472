import { describe, expect, it } from 'vitest'
import type { Scene } from '../wire/messages'
import { hands } from './hands'

interface Sitting {
  yours?: boolean
  decides?: boolean
  who?: string
}

function scene(seats: readonly Sitting[], looking: number | null, secrets: boolean, stage = 'playing'): Scene {
  const all = seats.map((seat) => ({ yours: false, decides: false, who: 'person', ...seat }))
  return { stage, seats: all, looking, secrets } as unknown as Scene
}

const both = [{ yours: true, decides: true }, { yours: true }] as const
const nobody = { seat: null, insists: false }

describe('several people in front of one screen', () => {
  it('is nothing to think about with one seat, or before the game', () => {
    expect(hands(scene([{ yours: true, decides: true }, {}], 0, true), nobody)).toEqual({ do: 'nothing' })
    expect(hands(scene(both, 0, true, 'gathering'), nobody)).toEqual({ do: 'nothing' })
  })

  it('covers the screen until whoever decides has it in the hands', () => {
    expect(hands(scene(both, 1, true), { seat: 1, insists: false })).toEqual({ do: 'cover', seat: 0 })
    expect(hands(scene(both, 0, true), { seat: 0, insists: false })).toEqual({ do: 'nothing' })
  })

  it('turns to whoever decides where nothing is secret', () => {
    expect(hands(scene(both, 1, false), nobody)).toEqual({ do: 'look', seat: 0 })
    expect(hands(scene(both, 0, false), nobody)).toEqual({ do: 'nothing' })
  })

  it('asks who is in front when nobody here decides', () => {
    const others = [{ yours: true }, { yours: true }, { decides: true }]
    expect(hands(scene(others, 0, true), nobody)).toEqual({ do: 'ask', seats: [0, 1] })
  })

  it('lets somebody insist although another decides', () => {
    expect(hands(scene(both, 0, true), { seat: 1, insists: true })).toEqual({ do: 'look', seat: 1 })
  })

  it('does not wait for a seat that a bot plays', () => {
    const bot = [{ yours: true, decides: true, who: 'greedy' }, { yours: true }]
    expect(hands(scene(bot, 1, false), nobody)).toEqual({ do: 'nothing' })
  })
})
