import { describe, expect, test } from 'vitest'
import { turnsTaken } from '../table/turns'
import { goal as brilliant } from './brilliant/goal'
import { goal as genial } from './genial/goal'
import { goal as dice } from './genial_dice/goal'
import { goal as highScore } from './high_score/goal'

/** Says the key and the values, so that a test sees both. */
const say = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ')
const NAMES = ['Anna', 'Ben']

type ViewOf<G extends (...given: never[]) => string> = Parameters<G>[0]
const view = <G extends (...given: never[]) => string>(part: object) => part as ViewOf<G>

describe('the weakest colour counts', () => {
  const markers = (positions: Readonly<Record<string, number>>) => {
    const lowest = Math.min(...Object.values(positions))
    return Object.entries(positions).map(([colour, position]) => ({ colour, position, lowest: position === lowest }))
  }
  const at = (positions: Readonly<Record<string, number>>, seats = [0]) =>
    genial(view<typeof genial>({ duel_track: [], tracks: [{ seats: [1], markers: [] }, { seats, markers: markers(positions) }] }), 0, NAMES, say)

  test('all of them while they are level', () => expect(at({ r: 0, g: 0 })).toBe('goal_all goal_yours 0'))
  test('then the one that is behind', () => expect(at({ r: 0, g: 4, b: 2 })).toBe('goal_weakest goal_yours 0 red'))
  test('or those that are', () => expect(at({ r: 2, g: 4, b: 2 })).toBe('goal_weakest goal_yours 2 red, blue'))
  test('many are counted', () => expect(at({ r: 2, g: 4, b: 2, y: 2 })).toBe('goal_several goal_yours 2 3'))
  test('and of partners their common one', () => expect(at({ r: 1, g: 4 }, [0, 2])).toBe('goal_weakest goal_teams 1 red'))
  test('in the duel the markers on either side are counted', () => {
    const duel_track = [{ side: 1 }, { side: 0 }, { side: 1 }, { side: null }]
    expect(genial(view<typeof genial>({ duel_track, tracks: [] }), 0, NAMES, say)).toBe('goal_duel Ben 1 2')
  })
})

describe('the full sheet wins', () => {
  const at = (marks: Readonly<Record<string, number>>) => {
    const rows = Object.entries(marks).map(([colour, marks]) => ({ colour, marks }))
    return dice(view<typeof dice>({ players: [{ sheet: { rows, marks: 9, fields: 42 } }] }), 0, NAMES, say)
  }
  test('nothing is marked yet', () => expect(at({ r: 0, g: 0 })).toBe('goal_none'))
  test('some colours are missing', () => expect(at({ r: 1, g: 0, b: 0 })).toBe('goal_missing colour_g, colour_b'))
  test('none is', () => expect(at({ r: 1, g: 2 })).toBe('goal_marks 9 42'))
})

describe('gold for the highest result', () => {
  const at = (ahead: number | null, ...fields: (number | null)[]) => {
    const turns = fields.map((field, seat) => (field === null ? null : { seat, field }))
    return highScore(view<typeof highScore>({ round: 2, ahead, history: [{ turns: [{ seat: 0, field: 30 }] }, { turns }] }), 0, NAMES, say)
  }
  test('nobody has one', () => expect(at(null, null, 0)).toBe('goal_open'))
  test('the other is ahead', () => expect(at(1, 12, 38)).toBe('goal_behind Ben 38'))
  test('I am', () => expect(at(0, 40, 38)).toBe('goal_ahead Anna 40'))
})

describe('full areas bring points', () => {
  const areas = [{ name: 'A', cells: 5 }, { name: 'B', cells: 3 }, { name: 'C', cells: 2 }]
  const at = (part: object) =>
    brilliant(view<typeof brilliant>({ phase: 'write', target: 26, boxes: [], sheet: { areas }, ...part }), 0, NAMES, say)
  const player = (filled: number[], earned = [null, null, null] as (number | null)[], takes = ['1', '1', '1']) => [{ filled, earned, takes }]

  test('before the first roll one begins somewhere', () => {
    expect(at({ phase: 'start_stars', players: player([0, 0, 0]) })).toBe('goal_start 26')
    expect(at({ phase: 'start_free', target: null, rolls_left: 44, players: player([0, 0, 0]) })).toBe('goal_start_solo 44')
  })
  test('the area that needs fewest is furthest', () => expect(at({ players: player([4, 1, 0]) })).toBe('goal_target A 4 5 26'))
  test('unless it is full or nothing fits any more', () => {
    expect(at({ players: player([4, 1, 2], [null, null, 5], ['', '1', '']) })).toBe('goal_target B 1 3 26')
  })
})

describe('whose turn it has been', () => {
  const log = (...seats: number[]) => seats.map((seat, event) => ({ seat, event, text: '' }))
  test('lines of one seat, and dice between them, are one turn', () => {
    expect(turnsTaken(log(-1, 0, -1, 0, 1, -1, 1, 0), 0, false)).toBe(2)
    expect(turnsTaken(log(-1, 0, -1, 0, 1, -1, 1, 0), 1, false)).toBe(1)
  })
  test('alone each line is one', () => expect(turnsTaken(log(-1, 0, -1, 0), 0, true)).toBe(2))
})
