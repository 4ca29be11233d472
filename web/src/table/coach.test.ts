import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Advised, AdvisedMove } from '../wire/messages'
import { CoachAsked } from './coach.svelte'
import type { TableShown } from './table.svelte'

const advised = (kind: string, share: number): AdvisedMove => ({
  move: { kind },
  text: '',
  share,
  points: 20,
  reason: { text: '', paragraph: '' },
  equal: false,
})
const answer = (ready: boolean, ...moves: AdvisedMove[]): Advised => ({ type: 'advised', id: '', ready, events: 0, moves })

function asking(...answers: (Advised | null)[]): CoachAsked {
  return new CoachAsked({ advice: () => Promise.resolve(answers.shift() ?? null) } as unknown as TableShown)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('rough advice is shown at once, and better advice takes its place under the eyes of whoever looks', async () => {
  const rough = [advised('roll', 0.6), advised('stop', 0.5)]
  const coach = asking(answer(false, ...rough), answer(false, ...rough), answer(true, advised('stop', 0.58), advised('roll', 0.41)))
  await coach.ask(0)
  expect([coach.state, coach.rough, coach.chosen?.move]).toEqual(['says', true, { kind: 'roll' }])
  coach.look(coach.moves[1]!)
  await vi.advanceTimersByTimeAsync(2600)
  expect([coach.rough, coach.chosen?.share]).toEqual([true, 0.5])
  await vi.advanceTimersByTimeAsync(2600)
  expect([coach.rough, coach.chosen?.share, coach.moves.length]).toEqual([false, 0.58, 2])
})

test('a coach who has not even a rough idea is asked again, and who forgets it is left alone', async () => {
  const coach = asking(answer(false), answer(false), answer(true, advised('roll', 0.5)))
  await coach.ask(0)
  expect(coach.state).toBe('warms up')
  coach.forget()
  await vi.advanceTimersByTimeAsync(6000)
  expect(coach.state).toBe('nothing')
  await coach.ask(0)
  await vi.advanceTimersByTimeAsync(2600)
  expect([coach.state, coach.rough]).toEqual(['says', false])
})
