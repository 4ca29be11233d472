import type { View } from './view'

/** The dice of this seat have just been rolled for the first time. */
export const isFirstRoll = (view: View, seat: number | null): boolean =>
  seat !== null && view.turn === seat && view.rolls_made === 1 && view.may_roll && view.players[seat]?.sheet.marks === 0

/** The same table while they are still in the cup: nothing lies there, nothing matches, nothing can be done with them. */
export const underTheCup = (view: View, seat: number): View => ({
  ...view,
  players: view.players.map((player) => (player.seat === seat ? { ...player, dice: '' } : player)),
  rolls_made: 0,
  rolls_left: view.rolls_made + view.rolls_left,
  matches: [],
  gains: [],
  opens: [],
  possible_jokers: [],
  may_roll: false,
  may_score: false,
})
