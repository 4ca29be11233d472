import { describe, expect, it } from 'vitest'
import type { Happened } from '../contract'
import { after, laid, type Die } from './laying'
import { scenesOf } from './scenes'
import type { End, Event, Reckoning, Round, Turn, View } from './view'

const NONE: ReadonlySet<number> = new Set()
const faces = (text: string): string[] => text.split(' ').filter((face) => face !== '')

let number = 0
const happens = (event: Event): Happened<Event> => ({ ...event, number: number++, seat: 0 })
const rolled = (dice: string, more: { roll?: number; frozen?: boolean; end?: End } = {}) =>
  happens({ kind: 'rolled', data: { by: 0, roll: 1, kept: [], frozen: false, end: null, ...more, dice: faces(dice) } })
const pickedUp = (dice: string) => happens({ kind: 'picked_up', data: { dice: faces(dice) } })
const setAside = (dice: string, end: End | null = null) =>
  happens({ kind: 'set_aside', data: { dice: faces(dice), picked_up: [], end } })
const stopped = (end: End) => happens({ kind: 'stopped', data: { end } })

const reckoning = (dice: string): Reckoning => ({
  counted: faces(dice).map((face) => [[face, 1]]),
  subtracted: [],
  ignored: [],
  result: 7,
})
const turn = (dice: string): Turn => ({ seat: 0, round: 1, reckoning: reckoning(dice), field: 7, chip: null })
const end = (dice: string, chips: readonly (string | null)[] = []): End => ({ turn: turn(dice), in_the_way: [], chips })
const view = (more: Partial<View>): View =>
  ({ round: 1, turn: 0, rolls_made: 1, previous: null, history: [], dice_lying: [], dice_aside: [], dice_frozen: [], ...more }) as unknown as View

/** Each die with its place in the row and where it lies. */
const shown = (dice: readonly Die[]): string => dice.map(({ id, face, place }) => `${id}:${face}${place === 'lying' ? '' : ` ${place}`}`).join(', ')
const together = (events: readonly Happened<Event>[], chosen = NONE): readonly Die[] =>
  events.reduce<readonly Die[]>((dice, event) => after(dice, event, chosen), [])

describe('dice', () => {
  it('land in the order of what they show', () => {
    expect(shown(together([rolled('1 3 5 *')]))).toBe('0:1, 1:3, 2:5, 3:*')
  })

  it('that are kept stay where they are and do not tumble', () => {
    const before = together([rolled('1 3 3 5')])
    const dice = [pickedUp('3 5'), rolled('2 4', { roll: 2 })].reduce((lie, event) => after(lie, event, NONE), before)
    expect(shown(dice)).toBe('0:1, 1:2, 2:3, 3:4')
    expect(dice.map(({ roll }, k) => roll === before[k]?.roll)).toEqual([true, false, true, false])
  })

  it('that were chosen are those that are rolled, also among equal ones', () => {
    expect(shown(together([rolled('1 3 3 5'), pickedUp('3')], new Set([2])))).toBe('0:1, 1:3, 3:5')
  })

  it('that are set aside lie in the tray, and the others go back into the hand', () => {
    expect(shown(together([rolled('1 3 3 5'), setAside('3 5')], new Set([2, 3])))).toBe('2:3 aside, 3:5 aside')
  })

  it('freeze where the card says so', () => {
    expect(shown(together([rolled('1 * *', { frozen: true })]))).toBe('0:1, 1:* frozen, 2:* frozen')
    expect(shown(together([rolled('1 * *')]))).toBe('0:1, 1:*, 2:*')
  })

  it('of another turn make room for the first roll', () => {
    expect(shown(together([rolled('1 2'), stopped(end('1 2')), rolled('4 5')]))).toBe('0:4, 1:5')
  })
})

describe('a view', () => {
  it('that the events led to changes nothing', () => {
    const dice = together([rolled('1 3 5 *', { frozen: true }), setAside('3'), rolled('1 2', { roll: 2 })])
    expect(laid(dice, view({ dice_lying: ['1', '2'], dice_aside: ['3'], dice_frozen: ['*'] }))).toEqual(dice)
  })

  it('that came by itself is laid anew, without touching what is the same', () => {
    const before = together([rolled('1 3 5')])
    const dice = laid(before, view({ dice_lying: ['2', '3', '5'] }))
    expect(shown(dice)).toBe('0:2, 1:3, 2:5')
    expect(dice.map(({ roll }, k) => roll === before[k]?.roll)).toEqual([false, true, true])
  })

  it('of the same position shows the same row, wherever one comes from', () => {
    const here = view({ dice_lying: ['1', '1', '3', '4', '5', '5'], dice_frozen: ['*'] })
    const row = '0:1, 1:1, 2:3, 3:4, 4:5, 5:5, 6:* frozen'
    expect(shown(laid(together([rolled('5 5 4 3 1 1 *', { frozen: true })]), here))).toBe(row)
    const elsewhere = [pickedUp('1 2'), rolled('5 1', { roll: 2 })].reduce((lie, event) => after(lie, event, NONE), together([rolled('1 2 2 5 5 * *')]))
    expect(shown(laid(elsewhere, here))).toBe(row)
    expect(shown(laid(elsewhere, view({ dice_lying: ['2', '5', '5'] })))).toBe('0:2, 1:5, 2:5')
  })

  it('between two turns still shows the dice of the first', () => {
    const history = [{ number: 1, turns: [turn('5 1'), null] }] as unknown as Round[]
    expect(shown(laid([], view({ turn: 1, rolls_made: 0, previous: 0, history })))).toBe('0:1, 1:5')
    expect(laid([], view({ turn: 0, rolls_made: 0, previous: 1, history }))).toEqual([])
  })
})

describe('the end of a turn', () => {
  const now = view({})
  const scenes = (...events: Happened<Event>[]) => scenesOf(now, [], events, NONE).map(({ over, lasts, dice }) => [over?.seat ?? null, lasts, dice.length])

  it('is shown before the next dice fall, longer where chips are won', () => {
    expect(scenes(rolled('1 2'), stopped(end('1 2')), rolled('4'))).toEqual([[null, 0, 2], [0, 1500, 2], [null, 0, 1]])
    expect(scenes(rolled('1 2', { end: end('1 2', ['gold', null]) }), rolled('4'))).toEqual([[0, 2600, 2], [null, 0, 1]])
  })

  it('needs no time where nothing follows', () => {
    expect(scenes(rolled('1 2'), setAside('1 2', end('1 2')))).toEqual([[null, 0, 2], [0, 0, 2]])
  })
})
