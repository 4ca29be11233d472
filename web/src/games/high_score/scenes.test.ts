import { expect, test } from 'vitest'
import { isTakenBack } from './scenes'
import type { Round, Turn } from './view'

test('turns that are there no more have been taken back', () => {
  const turn = {} as Turn
  const at = (...rounds: (Turn | null)[][]) => ({ history: rounds.map((turns) => ({ turns }) as unknown as Round) })
  expect(isTakenBack(at([turn, turn], [null, null]), at([null, null]))).toBe(true)
  expect(isTakenBack(at([turn, turn]), at([turn, null]))).toBe(true)
  expect(isTakenBack(at([turn, null]), at([turn, null]))).toBe(false)
  expect(isTakenBack(at([turn, null]), at([turn, turn], [null, null]))).toBe(false)
})
