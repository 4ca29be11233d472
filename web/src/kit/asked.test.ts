import { expect, test } from 'vitest'
import { asked, placed } from './asked'

const BUBBLE = { width: 200, height: 40 }
const WINDOW = { width: 360, height: 740 }

test('the answer stands above the middle of what is asked', () => {
  expect(placed({ left: 150, top: 300, width: 40, height: 20 }, BUBBLE, WINDOW)).toEqual({ x: 70, y: 252 })
})

test('at the upper edge it goes below', () => {
  expect(placed({ left: 150, top: 20, width: 40, height: 20 }, BUBBLE, WINDOW).y).toBe(48)
})

test('it never leaves the window', () => {
  expect(placed({ left: 0, top: 300, width: 20, height: 20 }, BUBBLE, WINDOW).x).toBe(8)
  expect(placed({ left: 340, top: 300, width: 20, height: 20 }, BUBBLE, WINDOW).x).toBe(152)
  expect(placed({ left: 0, top: 10, width: 20, height: 720 }, BUBBLE, WINDOW).y).toBe(692)
})

test('what has no name of its own is called by the sentence', () => {
  expect(asked('Locked.')).toMatchObject({ 'aria-label': 'Locked.' })
  expect(asked('Locked.', 'Section 2')).toMatchObject({ 'aria-label': 'Section 2', 'aria-description': 'Locked.' })
})
