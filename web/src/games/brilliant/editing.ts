import { FORM } from './form'
import type { Area, Player, Sheet } from './view'

type Colour = keyof typeof FORM.rules

/** A sheet as its file has it: docs/content.md. */
export interface AreaFacts {
  readonly colour: Colour
  readonly values: readonly number[]
  readonly whole_colour?: boolean
}
export interface SheetFacts {
  readonly level?: number
  readonly own?: boolean
  readonly grid: string
  readonly areas: Readonly<Record<string, AreaFacts>>
  readonly links?: readonly (readonly [string, string])[]
  readonly solo_signs: readonly number[]
}

const EMPTY = '.'
const USUAL_SIGNS = [4, 7, 10, 13, 16, 19, 22]
const USUAL_VALUES = [5, 2, 1]
const SIDE = 7
export const COLOURS = Object.keys(FORM.rules) as readonly Colour[]

export const blank = (): SheetFacts => ({ grid: written(resized([], SIDE, SIDE)), areas: {}, links: [], solo_signs: USUAL_SIGNS })

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it can be drawn, right or wrong: what a browser remembers may be anything. */
export function isShown({ grid, areas, links = [], solo_signs }: Readonly<Record<string, unknown>>): boolean {
  const isArea = (area: unknown): boolean => isTable(area) && typeof area['colour'] === 'string' && area['colour'] in FORM.rules && Array.isArray(area['values'])
  return typeof grid === 'string' && isTable(areas) && Object.values(areas).every(isArea) && Array.isArray(links) && links.every(Array.isArray) && Array.isArray(solo_signs)
}

/** How large it is, and what there is to be had on it. */
export function summed(sheet: SheetFacts): { readonly cells: number; readonly areas: number; readonly points: number } {
  const cells = rowsOf(sheet.grid).flat().filter((token) => token !== EMPTY).length
  const areas = Object.values(sheet.areas)
  return { cells, areas: areas.length, points: areas.reduce((sum, { values }) => sum + (values[0] ?? 0), 0) }
}

/** The grid as rows of what stands in each cell: a letter, with * for a star, or a dot. */
export const rowsOf = (grid: string): string[][] =>
  grid
    .split('\n')
    .map((line) => line.split(/\s+/).filter((token) => token !== ''))
    .filter((line) => line.length > 0)

export const written = (rows: readonly (readonly string[])[]): string => rows.map((line) => `${line.map((token) => token.padEnd(2)).join(' ').trimEnd()}\n`).join('')

export const resized = (rows: readonly (readonly string[])[], height: number, width: number): string[][] =>
  Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => rows[row]?.[column] ?? EMPTY))

export const letterOf = (token: string): string => token.replace('*', '')
export const cellName = (row: number, column: number): string => `${String.fromCharCode(97 + column)}${row + 1}`

function tokenAt(rows: readonly (readonly string[])[], cell: string): string {
  return rows[Number(cell.slice(1)) - 1]?.[cell.charCodeAt(0) - 97] ?? EMPTY
}

/** The same sheet with other cells; links that no longer join two cells of one area are left out. */
export function withRows(sheet: SheetFacts, rows: readonly (readonly string[])[]): SheetFacts {
  const links = (sheet.links ?? []).filter(([one, other]) => {
    const [from, to] = [letterOf(tokenAt(rows, one)), letterOf(tokenAt(rows, other))]
    return from !== EMPTY && from === to
  })
  return { ...sheet, grid: written(rows), links }
}

/** What a cell is after it was painted: its star stays where the area does. */
export function painted(sheet: SheetFacts, row: number, column: number, area: string | null): SheetFacts {
  const rows = rowsOf(sheet.grid)
  const token = rows[row]?.[column]
  if (token === undefined || letterOf(token) === (area ?? EMPTY)) return sheet
  rows[row]![column] = area ?? EMPTY
  return withRows(sheet, rows)
}

export function starred(sheet: SheetFacts, row: number, column: number): SheetFacts {
  const rows = rowsOf(sheet.grid)
  const token = rows[row]?.[column] ?? EMPTY
  if (token === EMPTY) return sheet
  rows[row]![column] = token.endsWith('*') ? letterOf(token) : `${token}*`
  return { ...sheet, grid: written(rows) }
}

/** Areas are named one after the other; a new one has the colour that is rarest so far. */
export function withArea(sheet: SheetFacts): { readonly sheet: SheetFacts; readonly area: string } {
  const letters = Object.keys(sheet.areas)
  const area = FORM.letters[letters.length]!
  const used = (colour: Colour): number => Object.values(sheet.areas).filter((each) => each.colour === colour).length
  const colour = [...COLOURS].sort((one, other) => used(one) - used(other))[0]!
  return { sheet: { ...sheet, areas: { ...sheet.areas, [area]: { colour, values: USUAL_VALUES } } }, area }
}

/** Its cells become empty, and the areas behind it move up. */
export function withoutArea(sheet: SheetFacts, area: string): SheetFacts {
  const left = Object.keys(sheet.areas).filter((letter) => letter !== area)
  const renamed = new Map(left.map((letter, k) => [letter, FORM.letters[k]!]))
  const rows = rowsOf(sheet.grid).map((line) =>
    line.map((token) => {
      const name = renamed.get(letterOf(token))
      return name === undefined ? EMPTY : name + (token.endsWith('*') ? '*' : '')
    }),
  )
  return withRows({ ...sheet, areas: Object.fromEntries(left.map((letter) => [renamed.get(letter)!, sheet.areas[letter]!])) }, rows)
}

/** The sheet as the paper draws it, and nothing written on it. */
export function drawn(sheet: SheetFacts): { readonly sheet: Sheet; readonly player: Player } {
  const rows = rowsOf(sheet.grid)
  const known = sheet.areas
  const cells = rows.flatMap((line, row) =>
    line.flatMap((token, column) => {
      const area = letterOf(token)
      return known[area] === undefined ? [] : [{ name: cellName(row, column), row, column, area, star: token.endsWith('*') }]
    }),
  )
  const areas = Object.entries(known).map(([name, { colour, values, whole_colour }]): Area => {
    const count = cells.filter((cell) => cell.area === name).length
    const rule = FORM.rules[colour] ?? 'anything'
    return { name, colour, rule, cells: count, whole_colour: whole_colour === true, values, struck: 0, open_value: values[0] ?? 0 }
  })
  const names = new Set(cells.map(({ name }) => name))
  const links = (sheet.links ?? []).filter((ends) => ends.every((end) => names.has(end)))
  const none = areas.map(() => null)
  return {
    sheet: { level: null, own: false, rows: rows.length, columns: Math.max(0, ...rows.map((line) => line.length)), cells, areas, links },
    player: {
      seat: 0,
      points: 0,
      numbers: cells.map(() => null),
      start_numbers: 0,
      fresh: null,
      doing: 'nothing',
      filled: areas.map(() => 0),
      earned: none,
      takes: areas.map(() => ''),
    },
  }
}
