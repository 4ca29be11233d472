import { expect, test } from 'vitest'
import { isBetter, Round, ROUND, watch, ways } from './cards.svelte'

test('only thinking takes time: from the moment a card is seen until it is answered', () => {
  const round = new Round()
  round.show(1_000)
  expect(round.time(1_700)).toBe(700)
  round.answer(0, 3_000)
  expect(round.time(60_000)).toBe(2_000) // the answer is being read
  round.show(60_000)
  round.answer(40, 61_000)
  expect(round.score).toEqual({ right: 1, time: 3_000 })
  expect(round.loss).toBe(20)
})

test('a round has ten cards, and begins anew', () => {
  const round = new Round()
  for (let card = 0; card < ROUND; card++) {
    expect(round.over).toBe(false)
    round.show(card)
    round.answer(0, card)
  }
  expect(round.over).toBe(true)
  round.begin()
  expect([round.count, round.over, round.time(99)]).toEqual([0, false, 0])
})

test('more right answers are better than a quick hand', () => {
  expect(isBetter({ right: 8, time: 9_000 }, { right: 9, time: 90_000 })).toBe(false)
  expect(isBetter({ right: 9, time: 80_000 }, { right: 9, time: 90_000 })).toBe(true)
  expect(isBetter({ right: 0, time: 1 }, undefined)).toBe(true)
})

test('nobody is timed who has not asked for it, and nonsense is left out', () => {
  expect(ways.read(null)).toEqual({ goesOn: true, clock: false, best: {} })
  const odd = { goesOn: 'no', clock: 1, best: { pig: { right: 11, time: 1 }, dice: { right: 7, time: 5 } } }
  expect(ways.read(odd)).toEqual({ goesOn: true, clock: false, best: { dice: { right: 7, time: 5 } } })
})

test('of two browsers the better round is kept', () => {
  const [own, other] = [ways.read({ best: { pig: { right: 7, time: 5 } } }), ways.read({ clock: true, best: { pig: { right: 8, time: 9 } } })]
  expect(ways.merge(own, other)).toEqual({ goesOn: true, clock: false, best: { pig: { right: 8, time: 9 } } })
})

test.each([
  [0, 'en-GB', '0:00.0'],
  [9_990, 'en-GB', '0:09.9'],
  [61_250, 'de-DE', '1:01,2'],
])('a stopwatch: %i %s', (time, locale, shown) => expect(watch(time, locale)).toBe(shown))
