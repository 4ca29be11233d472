import type { Say } from '../../kit/say'

/** Fields of a view that hold a seat, and fields that the question above the view says already. */
const SEATS: ReadonlySet<string> = new Set(['seat', 'turn', 'start', 'winner'])
const LEFT_OUT: ReadonlySet<string> = new Set(['phase', 'you'])

const SEPARATORS = /[\s@=:,-]/

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a view or a part of it is made of, in its own order. */
export const fieldsOf = (value: Fields): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([name]) => !LEFT_OUT.has(name))

/** A list of things of the same kind: a table with one row for each. */
export const isTable = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields)

/** A list of lists: a board. */
export const isBoard = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row))

/** A value in one line. */
export function inWords(name: string, value: unknown, say: Say<string>, names: readonly string[]): string {
  if (value === null || value === undefined || value === false || value === '') return '–'
  if (value === true) return '✓'
  if (SEATS.has(name) && typeof value === 'number') return names[value] ?? String(value + 1)
  if (Array.isArray(value)) return value.map((each) => inWords(name, each, say, names)).join(', ') || '–'
  if (isFields(value)) {
    return fieldsOf(value)
      .map(([key, part]) => `${label(key, say)} ${inWords(key, part, say, names)}`)
      .join(', ')
  }
  return String(value)
}

/** The text `label_<field>`, or else the name of the field. */
export const label = (name: string, say: Say<string>): string => said(`label_${name}`, name.replaceAll('_', ' '), say)

/** The text `move_<move>`, or else the move as it is written. */
export const moveName = (move: string, say: Say<string>): string => said(`move_${move}`, move, say)

function said(key: string, otherwise: string, say: Say<string>): string {
  const text = say(key)
  return text === key ? otherwise : text
}

/** Moves by what they begin with, each group in the order of the list. */
export function groups(moves: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const move of moves) {
    const beginning = move.split(SEPARATORS, 1)[0] ?? ''
    found.set(beginning, [...(found.get(beginning) ?? []), move])
  }
  return found
}
