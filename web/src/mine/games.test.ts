import { expect, test } from 'vitest'
import type { ReviewFound, ReviewedDecision } from '../wire/api'
import type { Scene } from '../wire/messages'
import { isPlayed, mergeGames, type Judged, type Played, type SeatPlayed } from './games.svelte'
import { fitting } from './records.svelte'
import { ALL, chosen, counted, form, opponents, perGame, perOpponent, result, tally, weaknesses, WINDOW } from './statistics'
import { idOf, judgedOf, summary } from './summary'

const seat = (who: string, place: number, more: Partial<SeatPlayed> = {}): SeatPlayed => ({ name: who, who, mine: false, side: 0, place, points: 10 - place, ...more })
const me = (place: number, more: Partial<SeatPlayed> = {}): SeatPlayed => seat('person', place, { name: 'Anna', mine: true, ...more })
const judged = (more: Partial<Judged> = {}): Judged => ({ unit: 'share', even: 500_000, luck: 0, result: 1_000_000, lost: 0, decisions: 10, mistakes: [], ...more })

let number = 0
const played = (seats: readonly SeatPlayed[], more: Partial<Played> = {}): Played => ({
  id: (++number).toString(16).padStart(16, '0'),
  at: number,
  game: 'hex',
  variant: 'base',
  table: `t${number}`,
  seats: seats.map((each, side) => ({ ...each, side: each.side || side })),
  helped: false,
  judged: null,
  ...more,
})
const won = (more: Partial<Played> = {}): Played => played([me(0), seat('level3', 1)], more)
const lost = (more: Partial<Played> = {}): Played => played([me(1), seat('level3', 0)], more)

test('a game is won, shared or lost by the side that sat here', () => {
  expect(result(won())).toBe('won')
  expect(result(lost())).toBe('lost')
  expect(result(played([me(0), seat('level3', 0)]))).toBe('shared')
  expect(result(played([me(0)]))).toBe('alone')
  expect(result(played([me(0), me(1)]))).toBe('several')
  const team = [me(0, { side: 7 }), seat('level1', 1, { side: 8 }), seat('level2', 0, { side: 7 }), seat('level1', 1, { side: 8 })]
  expect(result(played(team))).toBe('won')
  expect(opponents(played(team))).toEqual(['level1'])
})

test('people are met by name, bots by level', () => {
  expect(opponents(played([me(0), seat('person', 1, { name: 'Ben' }), seat('level6', 2), seat('level6', 3)]))).toEqual(['@Ben', 'level6'])
})

test('filters take what fits all of them', () => {
  const all = [won(), lost(), won({ game: 'dice' }), played([me(0), seat('level6', 1)])]
  expect(chosen(all, ALL)).toEqual(all)
  expect(chosen(all, { game: 'hex', opponent: 'level3', result: 'won' })).toEqual([all[0]])
})

test('what was helped or played by all at one screen counts for no result', () => {
  const all = [won(), won({ helped: true }), played([me(0), me(1)])]
  expect(counted(all)).toEqual([all[0]])
})

test('results are counted by game and by opponent, and losses by decision', () => {
  const costly = judged({ lost: 300_000, decisions: 10 })
  const cheap = judged({ lost: 100_000, decisions: 30 })
  const all = [won({ judged: costly }), lost({ judged: cheap }), lost(), played([me(0, { points: 8 })], { game: 'dice' }), played([me(0, { points: 4 })], { game: 'dice' })]
  const [hex, dice] = perGame(all)
  expect(hex).toMatchObject({ name: 'hex', played: 3, won: 1, lost: 2, shared: 0, alone: null, loss: { share: 10_000 } })
  expect(dice).toMatchObject({ name: 'dice', played: 2, alone: { count: 2, mean: 6, best: 8 }, loss: {} })
  expect(perOpponent(all).map(({ name, played }) => [name, played])).toEqual([['level3', 3]])
  expect(tally('', [])).toMatchObject({ played: 0, alone: null, loss: {} })
})

test('the form is the result without luck, above what equals may expect, on average over the last games', () => {
  const lucky = won({ judged: judged({ luck: 600_000 }) }) // won, but by luck
  const robbed = lost({ judged: judged({ result: 0, luck: -700_000 }) })
  const [first, second] = form([robbed, lucky], 'share')
  expect(first).toMatchObject({ result: 500_000, fair: -100_000, form: -100_000 })
  expect(second).toMatchObject({ result: -500_000, fair: 200_000, form: 50_000 })
  const many = Array.from({ length: WINDOW + 5 }, (_, k) => won({ judged: judged({ luck: k < 5 ? 0 : 500_000 }) }))
  expect(form(many, 'share').at(-1)!.form).toBe(0) // the first five are forgotten
  expect(form(many, 'points')).toEqual([])
})

test('what cost most comes first, each theme of a game once', () => {
  const mistakes = (theme: string, count: number, loss: number) => ({ theme, count, loss, puzzles: theme === 'block' })
  const all = [
    won({ judged: judged({ mistakes: [mistakes('block', 1, 100), mistakes('bonus', 2, 300)] }) }),
    won({ judged: judged({ mistakes: [mistakes('block', 3, 250)] }) }),
    won({ game: 'dice', judged: judged({ mistakes: [mistakes('block', 1, 50)] }) }),
  ]
  expect(weaknesses(all).map(({ game, theme, count, loss, puzzles }) => [game, theme, count, loss, puzzles])).toEqual([
    ['hex', 'block', 4, 350, true],
    ['hex', 'bonus', 2, 300, false],
    ['dice', 'block', 1, 50, true],
  ])
})

test('two browsers together have each game once, with what either has found out', () => {
  const here = won({ table: 'here' })
  const there = { ...here, table: 'there', judged: judged() }
  const other = lost({ table: 'elsewhere' })
  const merged = mergeGames([here], [there, other])
  expect(merged).toHaveLength(2)
  expect(merged.find(({ id }) => id === here.id)).toEqual({ ...here, judged: judged() })
  expect(merged.find(({ id }) => id === other.id)).toEqual({ ...other, table: '' }) // it lies in another house
  expect(mergeGames(merged, [there, other])).toEqual(merged)
})

test('what is no game is left out', () => {
  const good = won({ judged: judged({ mistakes: [{ theme: 'block', count: 1, loss: 5, puzzles: false }] }) })
  expect(isPlayed(JSON.parse(JSON.stringify(good)))).toBe(true)
  for (const bad of [null, 7, [], {}, { ...good, id: 'x' }, { ...good, at: '1' }, { ...good, seats: [] }, { ...good, seats: [{}] }, { ...good, judged: {} }])
    expect(isPlayed(bad)).toBe(false)
})

test('records of the oldest games make room for the latest', () => {
  const [old, late] = [won(), won()]
  const records = { [old.id]: 'xxxx', [late.id]: 'yyyy', stranger: 'zzzz' }
  expect(fitting(records, [old, late], 100)).toEqual({ [late.id]: 'yyyy', [old.id]: 'xxxx' })
  expect(fitting(records, [old, late], 7)).toEqual({ [late.id]: 'yyyy' })
})

test('a game has the same name wherever its record lies, and another one after any other move', () => {
  const record = { game: 'hex', variant: 'base', options: { b: '1', a: '2' }, log: [[0, 'x']] as [number, string][] }
  expect(idOf(record)).toBe(idOf({ ...record, options: { a: '2', b: '1' } }))
  expect(idOf(record)).not.toBe(idOf({ ...record, log: [[0, 'y']] }))
})

test('the summary says who sat where, with whom, and how it ended for each', () => {
  const shown = { name: 'Anna', who: 'person', coach: false }
  const scene = {
    table: 'abc',
    game: 'hex',
    variant: 'team',
    branch: null,
    seats: [shown, { ...shown, who: 'level2', name: 'Ida' }, { ...shown, who: 'level2' }, { ...shown, who: 'level2' }],
    ending: { places: [0, 1, 0, 1], points: [5, 3, 5, 3], reasons: [], averages: [], decided: [{ seats: [0, 2], parts: [] }, { seats: [1, 3], parts: [] }] },
  } as unknown as Scene
  const record = { game: 'hex', variant: 'team', options: {}, log: [] }
  const found = summary(scene, record, [0], 12)!
  expect(isPlayed(found)).toBe(true)
  expect(found.seats.map(({ mine, side, points }) => [mine, side, points])).toEqual([[true, 0, 5], [false, 1, 3], [false, 0, 5], [false, 1, 3]])
  expect(found).toMatchObject({ at: 12, table: 'abc', helped: false, judged: null })
  expect(summary({ ...scene, seats: [{ ...scene.seats[0]!, coach: true }, ...scene.seats.slice(1)] }, record, [0], 12)!.helped).toBe(true)
  expect(summary(scene, record, [], 12)).toBeNull() // whoever looked on has not played
  expect(summary({ ...scene, ending: null }, record, [0], 12)).toBeNull()
})

test('of a review the own seat is kept, and what its mistakes were about', () => {
  const decision = (seat: number, loss: number, theme: string) => ({ event: 0, seat, loss, luck: [], compared: null, theme }) satisfies ReviewedDecision
  const total = { seat: 0, result: 0, even: 500_000, luck: -100_000, own: 0, others: 0, decision: 0, lost: 90, accuracy: 1, decisions: 4, error: 0 }
  const review: ReviewFound = {
    unit: 'share',
    totals: [total, { ...total, seat: 1, luck: 100_000 }],
    curve: [],
    decisions: [decision(0, 40, 'block'), decision(0, 0, ''), decision(0, 20, 'block'), decision(0, 30, 'bonus'), decision(1, 70, 'block'), decision(0, 5, '')],
    costly: [],
    puzzles: ['bonus'],
  }
  expect(judgedOf(review, lost())).toEqual({
    unit: 'share',
    even: 500_000,
    luck: -100_000,
    result: 0,
    lost: 90,
    decisions: 4,
    mistakes: [
      { theme: 'block', count: 2, loss: 60, puzzles: false },
      { theme: 'bonus', count: 1, loss: 30, puzzles: true },
    ],
  })
  expect(judgedOf({ ...review, totals: [] }, lost())).toBeNull() // it still grows
  expect(judgedOf(review, played([me(0), me(1)]))).toBeNull()
})
