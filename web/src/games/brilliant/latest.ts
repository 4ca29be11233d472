import type { View } from './view'

/** What was written last: the cell of each seat, by its place on the sheet, and after which roll. */
export interface Latest {
  readonly cells: readonly (number | null)[]
  readonly rolls: number
}

export const NOTHING: Latest = { cells: [], rolls: 0 }

/** What is new against the view before; it stays marked until the roll after the next. */
export function latest(before: View | null, now: View, known: Latest): Latest {
  const cells = now.players.map((player, seat) => {
    if (player.fresh !== null) return now.sheet.cells.findIndex((cell) => cell.name === player.fresh)
    return theOneNew(before?.players[seat]?.numbers ?? player.numbers, player.numbers)
  })
  if (cells.some((cell) => cell !== null)) return { cells, rolls: now.rolls }
  return now.rolls >= known.rolls && now.rolls <= known.rolls + 1 ? known : NOTHING
}

function theOneNew(before: readonly (number | null)[], now: readonly (number | null)[]): number | null {
  const found = now.flatMap((number, place) => (number !== null && before[place] === null ? [place] : []))
  return found.length === 1 ? found[0]! : null
}
