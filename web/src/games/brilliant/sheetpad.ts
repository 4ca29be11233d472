/** Just the pad: a sheet of this game as the fields of a pad keep it, and the checks that need no dice. */
import { same } from '../contract'
import type { Written } from '../../real/pads.svelte'
import { drawn, isShown, type SheetFacts } from './editing'
import { FORM } from './form'
import type { Area, Cell, Player, Sheet } from './view'

export const LEVELS: readonly SheetFacts[] = Object.values(FORM.sheets)
const START = FORM.numbers // start numbers, each once, in as many areas
const DIGITS = Array.from({ length: FORM.numbers }, (_, k) => k + 1)

/**
 * The values of a pad: which sheet, from 0; then a number for each cell, 0 where none stands; then what each area has brought, 0 where nothing.
 * A sheet of one's own is the content of the pad, and takes the place of the one that is numbered.
 */
export interface SheetPad {
  /** -1: one's own. */
  readonly level: number
  readonly sheet: Sheet
  readonly player: Player
  /** For each cell the numbers that its area still takes, if it is a cell's turn. */
  readonly possible: readonly string[]
}

const own = ({ content }: Written): SheetFacts | null => (content !== undefined && isShown(content) ? (content as unknown as SheetFacts) : null)
const blankOf = (page: Written): Sheet => drawn(own(page) ?? LEVELS[page.values[0] ?? 0] ?? LEVELS[0]!).sheet
const isAlike = (one: Written, other: Written): boolean =>
  one.content || other.content ? same(one.content, other.content) : (one.values[0] ?? 0) === (other.values[0] ?? 0)

export function read(page: Written, others: readonly Written[]): SheetPad {
  const { values } = page
  const blank = blankOf(page)
  const { cells } = blank
  const numbers = cells.map((_, place) => values[1 + place] || null)
  const mates = others.filter((each) => isAlike(each, page)).map((each) => each.values)
  const areas = blank.areas.map((area, k): Area => {
    const taken = mates.map((each) => area.values.indexOf(each[1 + cells.length + k] ?? 0) + 1)
    const struck = Math.min(area.values.length - 1, Math.max(0, ...taken)) // the last value is never struck
    return { ...area, struck, open_value: area.values[struck]! }
  })
  const within = areas.map(({ name }) => numbers.filter((number, place) => number !== null && cells[place]!.area === name) as number[])
  const earned = areas.map((_, k) => values[1 + cells.length + k] || null)
  const takes = areas.map((area, k) => fitting(area.rule, within[k]!).join(''))
  const written = numbers.filter((number) => number !== null)
  const possible = cells.map((cell, place) => {
    if (numbers[place] !== null) return ''
    const area = areas.findIndex(({ name }) => name === cell.area)
    if (written.length >= START) return isBeside(cells, numbers, cell) ? takes[area]! : ''
    return within[area]!.length > 0 ? '' : DIGITS.filter((digit) => !written.includes(digit)).join('')
  })
  return {
    level: own(page) ? -1 : (values[0] ?? 0),
    sheet: { ...blank, areas },
    player: {
      ...drawn(LEVELS[0]!).player,
      numbers,
      start_numbers: Math.min(START, written.length),
      filled: within.map((each) => each.length),
      earned,
      takes,
      points: earned.reduce((sum: number, each) => sum + (each ?? 0), 0),
    },
    possible,
  }
}

/** §4 The numbers that an area of this colour takes beside these. */
function fitting(rule: Area['rule'], numbers: readonly number[]): readonly number[] {
  const there = new Set(numbers)
  const fits: Record<Area['rule'], (digit: number) => boolean> = {
    equal: (digit) => there.size === 0 || there.has(digit),
    different: (digit) => !there.has(digit),
    two_numbers: (digit) => there.size < 2 || there.has(digit),
    one_half: (digit) => numbers.every((each) => each <= START / 2 === digit <= START / 2),
    anything: () => true,
  }
  return DIGITS.filter(fits[rule])
}

/** §3 A number stands next to another one. */
const isBeside = (cells: readonly Cell[], numbers: readonly (number | null)[], cell: Cell): boolean =>
  cells.some((other, place) => numbers[place] !== null && Math.abs(other.row - cell.row) + Math.abs(other.column - cell.column) === 1)

/** With this number in a cell, or without one (0). Who completes an area takes its highest value that nobody has. */
export function withNumber(page: Written, others: readonly Written[], cell: string, number: number): Written {
  const { cells, areas } = blankOf(page)
  const place = cells.findIndex(({ name }) => name === cell)
  const next = Array.from({ length: 1 + cells.length + areas.length }, (_, k) => page.values[k] ?? 0)
  next[1 + place] = number
  const now = read({ ...page, values: next }, others)
  const k = areas.findIndex(({ name }) => name === cells[place]?.area)
  const area = now.sheet.areas[k]
  if (area !== undefined) next[1 + cells.length + k] = now.player.filled[k] === area.cells ? (next[1 + cells.length + k] || area.open_value) : 0
  return { ...page, values: next }
}

/** Who completed an area with the same roll takes the same value: a tap on the field of an area goes to its next one. */
export function withNextValue(page: Written, area: string): Written {
  const { values } = page
  const { cells, areas } = blankOf(page)
  const k = areas.findIndex(({ name }) => name === area)
  const at = 1 + cells.length + k
  const steps = areas[k]?.values ?? []
  if (!values[at]) return page
  return { ...page, values: values.map((value, place) => (place === at ? steps[(steps.indexOf(value) + 1) % steps.length]! : value)) }
}

export const total = (page: Written): number => page.values.slice(1 + blankOf(page).cells.length).reduce((sum, value) => sum + value, 0)
