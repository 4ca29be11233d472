import { VERDICTS, type Verdict } from '../../kit/verdicts'
import type { Compared } from '../contract'
import type { Cell, Move } from './view'

/** A number in a cell, and what is said about it. */
export interface MarkedCell {
  readonly cell: Cell
  readonly place: number
  readonly number: number
  readonly verdict: Verdict
  /** Both moves are in this cell: what was played steps aside. */
  readonly shared: boolean
}

/** Where the moves of a decision would be written. */
export function writtenBy(compared: Compared<Move>, cells: readonly Cell[]): readonly MarkedCell[] {
  const written = VERDICTS.flatMap((verdict) => {
    const move = compared[verdict]
    const place = move?.kind === 'write' ? cells.findIndex((cell) => cell.name === move.cell) : -1
    return move?.kind === 'write' && place >= 0 ? [{ cell: cells[place]!, place, number: move.number, verdict }] : []
  })
  return written.map((each) => ({ ...each, shared: written.filter(({ place }) => place === each.place).length > 1 }))
}

/** Which of the moves strike this area. */
export function struckBy(compared: Compared<Move> | null, area: string): readonly Verdict[] {
  return VERDICTS.filter((verdict) => {
    const move = compared?.[verdict]
    return move?.kind === 'strike' && move.area === area
  })
}
