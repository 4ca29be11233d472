/** The pictures of the scorings: above, dice that count; below, what happens to the rest. Bars join what counts together. */
import { NOTES, PICTURES as DRAWN, STAIRS } from './artwork'

export interface Picture {
  readonly above: readonly string[]
  readonly rest: string
  readonly minus: boolean
  readonly note: string | undefined
  readonly stairs: boolean
}

const notes: Readonly<Record<string, string>> = NOTES
const stairs: readonly string[] = STAIRS

export const PICTURES: Readonly<Record<string, Picture>> = Object.fromEntries(
  Object.entries(DRAWN).map(([name, [above, rest, minus]]) => [name, { above, rest, minus, note: notes[name], stairs: stairs.includes(name) }]),
)
