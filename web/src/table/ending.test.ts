import { describe, expect, it } from 'vitest'
import { decided as brilliant } from '../games/brilliant/decided'
import { averages, decided as genial } from '../games/genial/decided'
import { decided as dice } from '../games/genial_dice/decided'
import { decided as highScore } from '../games/high_score/decided'
import type { EndingShown, Scene } from '../wire/messages'
import { stars } from './best'
import { isClose, verdict, type Side } from './ending'

const ended = (places: number[], points: number[]): EndingShown => ({ places, points, reasons: [] })
const seen = (looking: number | null, ...yours: boolean[]): Scene => ({ looking, seats: yours.map((yours) => ({ yours })) }) as unknown as Scene
const deciding = (sides: readonly Side[]): readonly (readonly number[])[] =>
  sides.map(({ parts }) => parts.filter(({ decides }) => decides).map(({ value }) => value))

describe('how it ended for whoever looks', () => {
  it('says by how much one has won or lost', () => {
    expect(verdict(seen(0, true, false), ended([0, 1], [12, 9]))).toEqual({ kind: 'won', winners: [0], margin: 3 })
    expect(verdict(seen(1, false, true, false), ended([0, 1, 2], [12, 11, 4]))).toEqual({ kind: 'lost', winners: [0], margin: 1 })
  })

  it('knows a win that is shared, and partners who win together', () => {
    expect(verdict(seen(0, true, false), ended([0, 0], [9, 9])).kind).toBe('shared')
    expect(verdict(seen(0, true, false, false, false), ended([0, 2, 0, 2], [9, 7, 9, 7]))).toEqual({ kind: 'won', winners: [0, 2], margin: 2 })
  })

  it('speaks to nobody where several sit at one screen or somebody watches', () => {
    expect(verdict(seen(0, true, true), ended([0, 1], [3, 2])).kind).toBe('watched')
    expect(verdict(seen(null, false, false), ended([0, 1], [3, 2])).kind).toBe('watched')
    expect(verdict(seen(0, true), ended([0], [38])).kind).toBe('alone')
  })

  it('calls only close what was close', () => {
    expect([isClose(1, 5), isClose(2, 5), isClose(3, 24), isClose(4, 24)]).toEqual([true, false, true, false])
  })
})

describe('what decided', () => {
  it('is the first colour from below in which the tile game differs', () => {
    const track = (seat: number, ...positions: number[]) => ({
      seats: [seat],
      double: false,
      markers: positions.map((position, k) => ({ colour: 'rgboyp'[k]!, position, side: '', field: position, lowest: false })),
    })
    const view = { tracks: [track(0, 9, 4, 5, 18, 4, 7), track(1, 4, 6, 4, 12, 18, 18)], duel_track: [] } as never
    const sides = genial(view, ended([1, 0], [4, 4]))
    expect(sides.map(({ seats }) => seats)).toEqual([[1], [0]])
    expect(sides.map(({ parts }) => parts.map(({ value }) => value))).toEqual([[4, 4, 6, 12, 18, 18], [4, 4, 5, 7, 9, 18]])
    expect(deciding(sides)).toEqual([[6], [5]])
  })

  it('is the number of markers on one’s own side in a duel', () => {
    const view = { tracks: [], duel_track: [...'rgboyp'].map((colour, k) => ({ colour, side: k < 2 ? 0 : k < 5 ? 1 : null, field: k, duel_marker_of: null })) }
    expect(genial(view as never, ended([1, 0], [2, 3])).map(({ parts }) => parts.length)).toEqual([3, 2])
  })

  it('is the shortest row of whoever did not fill their sheet', () => {
    const sheet = (...marks: number[]) => ({ rows: marks.map((n, k) => ({ colour: 'rgboyp'[k]!, marks: n, fresh: 0 })), shortest_row: Math.min(...marks) })
    const view = { players: [{ seat: 0, sheet: sheet(7, 5, 6, 7, 7, 7) }, { seat: 1, sheet: sheet(7, 7, 7, 7, 7, 7) }] }
    expect(deciding(dice(view as never, ended([1, 0], [5, 7])))).toEqual([[], [5]])
  })

  it('is the first kind of chip in which High Score differs', () => {
    const view = { players: [{ seat: 0, gold: 2, silver: 1, bronze: 3 }, { seat: 1, gold: 2, silver: 2, bronze: 1 }] }
    expect(deciding(highScore(view as never, ended([1, 0], [11, 11])))).toEqual([[2], [1]])
  })

  it('is the area that made the largest difference on the sheets of Brilliant', () => {
    const areas = ['A', 'B', 'C', 'D'].map((name) => ({ name, colour: 'red' }))
    const view = { sheet: { areas }, players: [{ seat: 0, earned: [5, null, 3, null] }, { seat: 1, earned: [3, 7, 1, null] }] }
    const sides = brilliant(view as never, ended([1, 0], [8, 11]))
    expect(deciding(sides)).toEqual([[7], [0]])
    expect(sides[0]!.parts.map(({ sign }) => sign)).toEqual(['A', 'B', 'C']) // nobody earned anything with D
  })
})

describe('alone', () => {
  it('each level’s average brings a star', () => {
    expect(averages().map(([level]) => level)).toEqual(['level1', 'level2', 'level3', 'level4', 'level5', 'level6'])
    expect([6, 7, 14, 36].map((points) => stars(points, averages()))).toEqual([0, 1, 3, 6])
  })
})
