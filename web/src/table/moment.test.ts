import { describe, expect, it } from 'vitest'
import type { Scene } from '../wire/messages'
import type { Picture } from './following.svelte'
import { beginning } from './moment'

function scene(decides: number, ask: string, lines: number, more: Partial<Scene> = {}): Scene {
  const seats = [0, 1, 2].map((seat) => ({ decides: seat === decides }))
  const log = Array.from({ length: lines }, (_, event) => ({ event, seat: 1, text: `line ${event}` }))
  return { table: 't', stage: 'playing', looking: 0, seats, ask, log, view: ask, real: null, clock: null, ...more } as unknown as Scene
}

/** After the decision of seat 1, with number 4, dice have fallen. */
function picture(next: Scene, ...by: readonly number[]): Picture {
  return { version: 1, scene: next, events: by.map((seat, k) => ({ number: 4 + k, seat, kind: 'did', data: null })) }
}

const told = scene(1, 'Waiting for Ben.', 4)
const marked = ({ seats }: Scene): readonly number[] => seats.flatMap((seat, number) => (seat.decides ? [number] : []))

describe('a turn that begins', () => {
  it('is told as that of whoever has it, with the move that led to it, before its dice lie', () => {
    const begins = beginning(told, picture(scene(2, 'Waiting for Cleo.', 6), 1, -1), 'Your turn.')
    expect([marked(begins), begins.ask, begins.log.length]).toEqual([[2], 'Waiting for Cleo.', 5])
    expect(begins.view).toBe(told.view) // what it is about speaks of what lies still
  })

  it('is told as one’s own without the question, which would speak of the dice', () => {
    const begins = beginning(told, picture(scene(0, 'Which of these?', 6), 1, -1), 'Your turn.')
    expect([marked(begins), begins.ask]).toEqual([[0], 'Your turn.'])
  })

  it('has every line where nothing rolls', () => {
    expect(beginning(told, picture(scene(2, 'Waiting for Cleo.', 5), 1), '').log).toHaveLength(5)
  })

  it('is none while the turn goes on, or when the game is over', () => {
    expect(beginning(told, picture(scene(1, 'Waiting for Ben.', 6), 1, -1), '')).toBe(told)
    expect(beginning(told, picture(scene(-1, 'Anna has won.', 6, { stage: 'over' }), 1), '')).toBe(told)
  })
})
