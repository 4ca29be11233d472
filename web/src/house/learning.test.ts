import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Trouble } from './api'
import { untilAnswered } from './learning'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an answer that comes after the question has changed is not heard', async () => {
  const heard: string[] = []
  const slow = (text: string, after: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve(text), after))
  const leave = untilAnswered(slow('auf Deutsch', 900), { answered: (answer) => heard.push(answer) })
  leave() // another language was chosen
  untilAnswered(slow('in English', 100), { answered: (answer) => heard.push(answer) })
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard).toEqual(['in English'])
})

test('while the server is away it is asked again, and after a refusal only for whoever does not want to hear it', async () => {
  const answering = () => {
    const answers = [new Error('away'), new Trouble(404, 'There is none.'), new Error('away')]
    return () => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve('here'))
  }
  const heard: string[] = []
  untilAnswered(answering(), { told: (said) => heard.push(said), answered: (answer) => heard.push(answer) })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heard).toEqual(['There is none.'])
  heard.length = 0
  untilAnswered(answering(), { away: () => heard.push('away'), answered: (answer) => heard.push(answer) })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(heard).toEqual(['away', 'away', 'away', 'here'])
})
