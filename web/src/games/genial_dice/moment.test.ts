import { describe, expect, it } from 'vitest'
import type { Happened } from '../contract'
import { keptFresh, lasts, scored, thrown, type Picture } from './moment'
import type { Event, Marks, Player, View } from './view'

const player = (seat: number, dice: string): Player => ({
  seat,
  dice,
  sheet: {
    rows: [
      { colour: 'r', marks: 2, fresh: 1 },
      { colour: 'g', marks: 0, fresh: 0 },
    ],
    sections: [3, 3, 1],
    open_sections: 1,
    marks: 2,
    fields: 14,
    shortest_row: 0,
  },
})
const view: View = {
  you: 0,
  phase: 'decide',
  start: 0,
  turn: 0,
  players: [player(0, 'rggb'), player(1, 'ggyp')],
  start_rule: false,
  rolls_made: 2,
  rolls_left: 1,
  used: [],
  matches: [{ die: 1, seat: 1, dice: [0, 1] }],
  may_roll: true,
  may_score: false,
  stopping_scores: false,
  possible_jokers: [],
  gains: [{ colour: 'g', marked: 2, lost: 0 }],
  opens: [1],
  fills_the_sheet: false,
  winner: null,
  points: null,
}
const picture: Picture = { view, throws: [3, 1] }
const marks: Marks = { gains: [{ colour: 'g', marked: 2, lost: 1 }], opens: [1], wins: false }
const rolled = (by: number, dice: string, marks: Marks | null): Happened<Event> => ({
  number: 7,
  seat: -1,
  kind: 'rolled',
  data: { by, dice, roll: 3, marks },
})
const stopped = (marks: Marks | null): Happened<Event> => ({ number: 7, seat: 0, kind: 'stopped', data: { marks } })
const took: Happened<Event> = { number: 6, seat: 0, kind: 'took_dice', data: {} }

describe('the end of a turn', () => {
  it('is seen for a moment, longer where dice fall first', () => {
    expect(lasts(stopped(marks))).toBe(900)
    expect(lasts(rolled(0, 'rggo', marks))).toBe(1750)
  })

  it('is only where something was scored', () => {
    for (const event of [stopped(null), rolled(1, 'rggo', null), took]) {
      expect(lasts(event)).toBe(0)
      expect(scored(picture, event)).toEqual(picture)
    }
  })

  it('shows the new marks beside the dice that brought them, and asks nothing', () => {
    const { view: shown, throws } = scored(picture, stopped(marks))
    expect(throws).toEqual([3, 1])
    expect([shown.phase, shown.turn, shown.may_roll, shown.matches, shown.gains]).toEqual(['scored', 0, false, [], []])
    expect(shown.players.map(({ dice }) => dice)).toEqual(['rggb', 'ggyp'])
    expect(shown.players[1]).toBe(view.players[1])
    const { rows, marks: all, open_sections } = shown.players[0]!.sheet
    expect([rows, all, open_sections]).toEqual([
      [
        { colour: 'r', marks: 2, fresh: 0 },
        { colour: 'g', marks: 2, fresh: 2 },
      ],
      4,
      2,
    ])
  })

  it('shows the dice of a last roll that fell with it', () => {
    const { view: shown, throws } = scored(picture, rolled(0, 'ggop', marks))
    expect(shown.players[0]!.dice).toBe('ggop')
    expect([shown.turn, throws]).toEqual([0, [4, 1]])
  })
})

describe('dice', () => {
  it('tumble for whoever rolled, however often', () => {
    expect(thrown([0, 0, 5], [took, rolled(1, 'rg', null), rolled(2, 'rg', marks), rolled(1, 'rg', null)])).toEqual([0, 2, 6])
  })
})

describe('what others have marked since one’s own turn', () => {
  it('stays fresh, all turns together, until one acts', () => {
    const kept = keptFresh(view, [rolled(1, 'gggg', marks), rolled(1, 'gggg', marks), took])
    expect(kept.players[1]!.sheet.rows.map((row) => row.fresh)).toEqual([1, 4])
    expect(kept.players[0]).toBe(view.players[0])
    expect(keptFresh(view, [])).toBe(view)
  })
})
