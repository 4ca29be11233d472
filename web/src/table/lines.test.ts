import { expect, test } from 'vitest'
import { told } from './lines'

const line = (event: number) => ({ event, seat: 0, text: `line ${event}` })
const texts = (...args: Parameters<typeof told>) => told(...args).map((each) => ('line' in each ? each.line.text : each.notice.text))

test('notices stand between the moves where they happened, the newest first', () => {
  const notices = [
    { events: 0, text: 'Ben has given up the seat.' },
    { events: 2, text: 'The computer plays for Cara.' },
    { events: 2, text: 'Cara is back.' },
  ]
  expect(texts([line(0), line(1), line(2)], notices)).toEqual([
    'line 2',
    'Cara is back.',
    'The computer plays for Cara.',
    'line 1',
    'line 0',
    'Ben has given up the seat.',
  ])
})

test('what was taken back leaves its notices', () => {
  expect(texts([line(0)], [{ events: 9, text: 'Ben is back.' }])).toEqual(['Ben is back.', 'line 0'])
})
