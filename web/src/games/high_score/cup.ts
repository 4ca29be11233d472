import type { Scene } from './scenes'
import type { View } from './view'

/** The dice of this seat have just been rolled for the first time. */
export const isFirstRoll = (view: View, seat: number | null): boolean =>
  seat !== null && view.turn === seat && view.round === 1 && view.rolls_made === 1 && view.dice_lying.length > 0

/** The same table while they are still in the cup: nothing lies there, nothing counts, nothing can be done with them. */
export const underTheCup = (scene: Scene): Scene => ({
  ...scene,
  dice: [],
  view: { ...scene.view, rolls_made: 0, moves: [], choosing: null, stands_now: null, field_now: null, chip_now: null, in_the_way_now: [] },
})
