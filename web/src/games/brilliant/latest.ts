import type { View } from './view'

/** What was written last: the cell of each seat, by its place on the sheet, and after which roll. */
export interface Latest {
  readonly view: View
  readonly cells: readonly (number | null)[]
  readonly rolls: number
}

/** What is new against the view before; it stays marked until the roll after the next. */
export function latest(now: View, known: Latest | null): Latest {
  const cells = now.players.map((player, seat) => {
    if (player.fresh !== null) return now.sheet.cells.findIndex((cell) => cell.name === player.fresh)
    return theOneNew(known?.view.players[seat]?.numbers ?? player.numbers, player.numbers)
  })
  if (cells.some((cell) => cell !== null)) return { view: now, cells, rolls: now.rolls }
  const still = known !== null && now.rolls >= known.rolls && now.rolls <= known.rolls + 1
  return still ? { ...known, view: now } : { view: now, cells: [], rolls: now.rolls }
}

function theOneNew(before: readonly (number | null)[], now: readonly (number | null)[]): number | null {
  const found = now.flatMap((number, place) => (number !== null && before[place] === null ? [place] : []))
  return found.length === 1 ? found[0]! : null
}
