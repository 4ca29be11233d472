import type { LogLine, Seat } from '../wire/messages'

/** How often it has been this seat's turn, as the log tells it. Lines without a pause between them are one turn; whoever
 * plays alone has a turn for each line. */
export function turnsTaken(log: readonly LogLine[], seat: number, alone: boolean): number {
  const decisions = log.filter((line) => line.seat >= 0)
  return decisions.filter((line, at) => line.seat === seat && (alone || decisions[at - 1]?.seat !== seat)).length
}

/** How many of them are over: while somebody goes on deciding, a turn is not. */
export function turnsOver(log: readonly LogLine[], seats: readonly Pick<Seat, 'decides'>[], seat: number): number {
  const alone = seats.length === 1
  const last = log.filter((line) => line.seat >= 0).at(-1)
  return turnsTaken(log, seat, alone) - (!alone && last?.seat === seat && seats[seat]?.decides ? 1 : 0)
}
