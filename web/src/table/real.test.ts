import { expect, test } from 'vitest'
import type { RealShown, Scene } from '../wire/messages'
import { hands } from './hands'
import { called, mayShow } from './real'

const REAL: RealShown = { awaited: true, roller: 1, private: false, by: [0, 1], discreet: false, slips: [] }

/** Two people; this browser holds the seats in `mine`, and looks through the first of them. */
function scene(real: Partial<RealShown> | null, mine: readonly number[], secrets = false): Scene {
  const seats = [0, 1].map((seat) => ({ who: 'person', yours: mine.includes(seat), decides: false }))
  return { stage: 'playing', seats, looking: mine[0] ?? null, secrets, real: real && { ...REAL, ...real } } as unknown as Scene
}

test('whose dice they are is called, or all who may say it where they are everybody’s', () => {
  expect(called(scene({}, [0]))).toEqual([1])
  expect(called(scene({ roller: null }, [0]))).toEqual([0, 1])
  expect(called(scene({ roller: 1, by: [0] }, [0]))).toEqual([0]) // the computer's
  expect(called(scene({ awaited: false, by: [] }, [0]))).toEqual([])
  expect(called(scene(null, [0]))).toEqual([])
})

test('what everybody sees any phone of a player may say, what one sees only theirs', () => {
  expect(mayShow(scene({}, [0]))).toBe(0)
  expect(mayShow(scene({}, []))).toBeNull()
  expect(mayShow(scene({ private: true, by: [1] }, [0]))).toBeNull()
  expect(mayShow(scene({ private: true, by: [1] }, [1]))).toBe(1)
  expect(mayShow(scene({ private: true, by: [1] }, [0, 1]))).toBeNull() // through other eyes
  expect(mayShow(scene({ awaited: false }, [0]))).toBeNull()
})

test('a screen is handed to whoever draws in secret, and turned to whoever rolls', () => {
  const holder = { seat: 0, insists: false }
  expect(hands(scene({ private: true, by: [1] }, [0, 1], true), holder)).toEqual({ do: 'cover', seat: 1 })
  expect(hands(scene({}, [0, 1]), holder)).toEqual({ do: 'look', seat: 1 })
  expect(hands(scene({ roller: null }, [0, 1]), holder)).toEqual({ do: 'nothing' })
})
