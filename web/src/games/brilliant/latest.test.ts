import { describe, expect, it } from 'vitest'
import type { Happened } from '../contract'
import { latest } from './latest'
import type { Event, View } from './view'

const CELLS = ['a1', 'b1', 'c1']

/** A view with so many rolls, what each player has on the sheet, and what the first has chosen. */
const view = (rolls: number, ...sheets: string[]): View => choosing(null, rolls, ...sheets)
const choosing = (cell: string | null, rolls: number, ...sheets: string[]): View =>
  ({
    you: 0,
    rolls,
    your_choice: cell === null ? null : { kind: 'write', number: 1, cell },
    sheet: { cells: CELLS.map((name) => ({ name })) },
    players: sheets.map((sheet) => ({ fresh: null, numbers: CELLS.map((name) => (sheet.includes(name) ? 1 : null)) })),
  }) as unknown as View

const wrote = (number: number, seat: number, cell: string): Happened<Event> => ({
  number,
  seat,
  kind: 'wrote',
  data: { number: 1, cell, completed: null },
})
const chose = (number: number, seat: number): Happened<Event> => ({ number, seat, kind: 'chose', data: {} })
const began = (number: number, seat: number, ...cells: string[]): Happened<Event> => ({
  number,
  seat,
  kind: 'began',
  data: { cells },
})

describe('what was written last', () => {
  it('is marked when all have chosen: what the others did comes with its old number', () => {
    let known = latest(view(1, 'a1', ''), [chose(7, 1)], null)
    expect(known.cells).toEqual([])
    known = latest(view(2, 'a1 b1', 'c1'), [wrote(7, 1, 'c1'), wrote(8, 0, 'b1')], known)
    expect(known.cells).toEqual(['b1', 'c1'])
  })

  it("is one's own choice only when it stands on the sheet", () => {
    let known = latest(choosing('b1', 1, 'a1', ''), [wrote(7, 0, 'b1')], null)
    expect(known.cells).toEqual([])
    known = latest(choosing('b1', 1, 'a1', '', ''), [chose(8, 2)], known)
    known = latest(view(2, 'a1 b1', 'c1', ''), [wrote(9, 1, 'c1')], known)
    expect(known.cells).toEqual(['b1', 'c1', null])
  })

  it('leaves the marks of the roll before while one waits for the others', () => {
    let known = latest(view(2, 'a1', 'c1'), [wrote(5, 1, 'c1')], null)
    known = latest(choosing('b1', 2, 'a1', 'c1'), [wrote(7, 0, 'b1')], known)
    expect(known.cells).toEqual([null, 'c1'])
  })

  it('stays marked until the roll after the next', () => {
    const known = latest(view(2, 'a1', ''), [wrote(5, 0, 'a1')], null)
    expect(latest(view(3, 'a1', ''), [], known).cells).toEqual(['a1', null])
    expect(latest(view(4, 'a1', ''), [], known).cells).toEqual([])
    expect(latest(view(1, 'a1', ''), [], known).cells).toEqual([])
  })

  it('is not a choice that was taken back', () => {
    let known = latest(choosing('b1', 1, '', ''), [wrote(7, 0, 'b1')], null)
    known = latest(view(1, '', ''), [], known)
    known = latest(view(2, 'a1 b1', ''), [wrote(8, 0, 'a1')], known)
    expect(known.cells).toEqual(['a1', null])
  })

  it("is one's own start number, not the six of somebody else", () => {
    const known = latest(view(0, 'a1 b1', ''), [began(3, 0, 'a1', 'b1')], null)
    expect(known.cells).toEqual(['b1', null])
    expect(latest(view(1, 'a1', 'c1'), [began(1, 1, 'c1')], null).cells).toEqual([])
  })

  it('is also said by the picture itself, at the end of the game and in the replay', () => {
    const over = view(9, 'a1', '')
    const marked = { ...over, players: over.players.map((player) => ({ ...player, fresh: player.numbers[0] ? 'a1' : null })) }
    expect(latest(marked, [], null).cells).toEqual(['a1', null])
  })
})
