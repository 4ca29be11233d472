import { expect, test } from 'vitest'
import { draftsOf, tablesIn } from './drafts'
import { Steps, type Stand } from './steps'

const stand = (title: string, cells: string): Stand => ({ title, data: DATA[cells] ?? {}, options: {} })
const DATA: Record<string, Record<string, string>> = { a: { grid: 'a' }, ab: { grid: 'ab' }, abc: { grid: 'abc' } }
const OPTIONS = {}

test('what goes on is undone as one, and comes back', () => {
  let steps = new Steps(stand('', 'a')).to(stand('', 'ab'), false).to(stand('', 'abc'), true)
  expect(steps.canUndo).toBe(true)
  steps = steps.undone()
  expect([steps.now.data, steps.canUndo, steps.canRedo]).toEqual([DATA['a'], false, true])
  expect(steps.redone().now.data).toBe(DATA['abc'])
  expect(steps.to(stand('', 'ab'), false).canRedo).toBe(false)
})

test('the letters of a title are one step, and what comes after them another', () => {
  const titled = (title: string, data = DATA['a']!): Stand => ({ title, data, options: OPTIONS })
  const steps = new Steps(titled('')).to(titled('O'), false).to(titled('Om'), false).to(titled('Oma'), false).to(titled('Oma', DATA['ab']), false)
  expect(steps.undone().now.title).toBe('Oma')
  expect(steps.undone().undone().now.title).toBe('')
})

test('a step that goes on from nothing is one all the same', () => {
  expect(new Steps(stand('', 'a')).to(stand('', 'ab'), true).undone().now.data).toBe(DATA['a'])
})

test('drafts are read whatever is there', () => {
  expect(draftsOf({ 'brilliant/': '{}', mine: { text: '{}', at: 5 }, broken: { text: 5 }, other: null })).toEqual({
    'brilliant/': { text: '{}', at: 0 },
    mine: { text: '{}', at: 5 },
  })
  for (const nonsense of [null, 'x', 5, []]) expect(draftsOf(nonsense)).toEqual({})
})

test('the text of a draft is a table or nothing', () => {
  expect(tablesIn('{"grid": "A"}')).toEqual({ grid: 'A' })
  for (const nonsense of ['', '{', '[]', '5', 'null']) expect(tablesIn(nonsense)).toBe(null)
})
