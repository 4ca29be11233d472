import { describe, expect, it } from 'vitest'
import type { EndingShown, Scene } from '../wire/messages'
import { stars } from './best'
import { isClose, standingsOf, tieBreak, verdict } from './ending'

const ended = (places: number[], points: number[]): EndingShown => ({ places, points, reasons: [], decided: [], averages: [] })
const seen = (looking: number | null, ...yours: boolean[]): Scene => ({ looking, seats: yours.map((yours) => ({ yours })) }) as unknown as Scene

describe('how it ended for whoever looks', () => {
  it('says by how much one has won or lost', () => {
    expect(verdict(seen(0, true, false), ended([0, 1], [12, 9]))).toEqual({ kind: 'won', winners: [0], margin: 3 })
    expect(verdict(seen(1, false, true, false), ended([0, 1, 2], [12, 11, 4]))).toEqual({ kind: 'lost', winners: [0], margin: 1 })
  })

  it('knows a win that is shared, and partners who win together', () => {
    expect(verdict(seen(0, true, false), ended([0, 0], [9, 9])).kind).toBe('shared')
    expect(verdict(seen(0, true, false, false, false), ended([0, 2, 0, 2], [9, 7, 9, 7]))).toEqual({ kind: 'won', winners: [0, 2], margin: 2 })
  })

  it('gives places to sides, of which partners are one', () => {
    const teams = { ...ended([2, 0, 2, 0], [2, 3, 2, 3]), decided: [{ seats: [1, 3], parts: [] }, { seats: [0, 2], parts: [] }] }
    const shown = (ending: EndingShown) => standingsOf(ending).map(({ place, seats, points }) => [place, seats, points])
    expect(shown(teams)).toEqual([[1, [1, 3], 3], [2, [0, 2], 2]])
    expect(shown(ended([2, 0, 0], [3, 9, 9]))).toEqual([[1, [1], 9], [1, [2], 9], [3, [0], 3]])
  })

  it('speaks to nobody where several sit at one screen or somebody watches', () => {
    expect(verdict(seen(0, true, true), ended([0, 1], [3, 2])).kind).toBe('watched')
    expect(verdict(seen(null, false, false), ended([0, 1], [3, 2])).kind).toBe('watched')
    expect(verdict(seen(0, true), ended([0], [38])).kind).toBe('alone')
  })

  it('says of level points how they were decided, in the sentence of the rules', () => {
    const reasons = ['No place is left.', 'Anna wins: the next colour decides.']
    expect(tieBreak(verdict(seen(0, true, false), ended([0, 1], [4, 4])), reasons)).toBe(reasons[1])
    expect(tieBreak(verdict(seen(1, false, true), ended([0, 1], [4, 4])), reasons)).toBe(reasons[1])
    expect(tieBreak(verdict(seen(0, true, false), ended([0, 1], [5, 4])), reasons)).toBeUndefined()
    expect(tieBreak(verdict(seen(0, true, false), ended([0, 0], [4, 4])), reasons)).toBeUndefined()
  })

  it('calls only close what was close', () => {
    expect([isClose(1, 5), isClose(2, 5), isClose(3, 24), isClose(4, 24)]).toEqual([true, false, true, false])
  })
})

describe('alone', () => {
  it('each level’s average brings a star', () => {
    const averages = [['level1', 6.2], ['level2', 8.8], ['level3', 13.9], ['level4', 14.3]] as const
    expect([6, 7, 14, 36].map((points) => stars(points, averages))).toEqual([0, 1, 3, 4])
  })
})
