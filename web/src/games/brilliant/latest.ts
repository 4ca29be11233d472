import type { Happened } from '../contract'
import type { Event, View } from './view'

interface Entry {
  readonly seat: number
  readonly cell: string
}

/** What was written last: the cell of each seat, and after which roll. */
export interface Latest {
  readonly cells: readonly (string | null)[]
  readonly rolls: number
  /** One's own choice that waits for the others; it is told at once and not again when all have chosen. */
  readonly waiting: Entry | null
}

/** What is new on the sheets; it stays marked until the roll after the next. */
export function latest(now: View, events: readonly Happened<Event>[], known: Latest | null): Latest {
  const cells = now.players.map((player) => player.fresh)
  for (const entry of [known?.waiting ?? null, ...events.map((event) => entryOf(event, now.you))]) {
    if (entry !== null && isWritten(now, entry)) cells[entry.seat] = entry.cell
  }
  const choice = now.your_choice?.kind === 'write' ? now.your_choice : null
  const waiting = now.you === null || choice === null ? null : { seat: now.you, cell: choice.cell }
  if (cells.some((cell) => cell !== null)) return { cells, rolls: now.rolls, waiting }
  const still = known !== null && now.rolls >= known.rolls && now.rolls <= known.rolls + 1
  return still ? { ...known, waiting } : { cells: [], rolls: now.rolls, waiting }
}

/** One's own start numbers come one by one; those of the others all at once, and are not marked. */
function entryOf(event: Happened<Event>, you: number | null): Entry | null {
  const { seat } = event
  if (event.kind === 'wrote') return { seat, cell: event.data.cell }
  const cell = event.kind === 'began' && seat === you ? event.data.cells.at(-1) : undefined
  return cell === undefined ? null : { seat, cell }
}

function isWritten(view: View, { seat, cell }: Entry): boolean {
  const place = view.sheet.cells.findIndex(({ name }) => name === cell)
  return (view.players[seat]?.numbers[place] ?? null) !== null
}
