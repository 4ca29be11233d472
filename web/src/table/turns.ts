import type { LogLine } from '../wire/messages'

/** How often it has been this seat's turn, as the log tells it. Lines without a pause between them are one turn; whoever
 * plays alone has a turn for each line. */
export function turnsTaken(log: readonly LogLine[], seat: number, alone: boolean): number {
  const decisions = log.filter((line) => line.seat >= 0)
  return decisions.filter((line, at) => line.seat === seat && (alone || decisions[at - 1]?.seat !== seat)).length
}
