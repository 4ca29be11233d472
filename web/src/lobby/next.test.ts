import { expect, test } from 'vitest'
import { entries, MOST, next, type Begun } from './next'

const NOTHING: Begun = { newcomer: false, table: undefined, lesson: undefined, game: { name: 'hex', about: 'Hex' } }
const titles = (begun: Begun, ...rooms: readonly string[]) => next(begun, (room) => rooms.includes(room)).map(({ title }) => title)

test('who has begun nothing is offered nothing but rooms to look into', () => {
  expect(titles(NOTHING)).toEqual([])
  expect(titles(NOTHING, 'daily', 'puzzles', 'mine')).toEqual(['daily', 'next_puzzles'])
})

test('a newcomer is offered a lesson, and no puzzle of a game that they do not know', () => {
  expect(titles({ ...NOTHING, newcomer: true }, 'learn', 'daily', 'puzzles')).toEqual(['next_lesson', 'daily'])
})

test('what was begun comes first, and there are never more than three', () => {
  const begun: Begun = { ...NOTHING, table: { table: 'abc', about: 'Hex' }, lesson: { href: '/learn/hex/base/first', about: 'Hex' } }
  expect(titles(begun)).toEqual(['your_turn', 'learn_on'])
  expect(titles(begun, 'daily', 'puzzles')).toEqual(['your_turn', 'learn_on', 'daily'])
  expect(next(begun, () => true)).toHaveLength(MOST)
})

test('an entry shows itself when its room is there', () => {
  expect(entries(false, (room) => room === 'content').map(({ href, title }) => [href.split('/').at(-1), title])).toEqual([['content', 'room_content']])
  expect(entries(false, () => false)).toEqual([])
})

test('a newcomer is not led to the lessons twice', () => {
  const has = (newcomer: boolean) => entries(newcomer, () => true).some(({ href }) => href.endsWith('/learn'))
  expect([has(true), has(false)]).toEqual([false, true])
})
