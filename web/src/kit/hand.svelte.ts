import { getContext, setContext } from 'svelte'

/**
 * Where the hand stands in the window. At a real table what has come is tapped there, over what can do nothing meanwhile:
 * so nothing on the screen moves from one step of a turn to the next.
 */
export class HandPlace {
  /** Unknown where a game has a screen without our layout. */
  at = $state.raw<{ readonly hand: DOMRect; readonly room: DOMRect } | null>(null)
  covered = $state(false)
}

const PLACE = Symbol('hand')

export const letCoverHand = (): HandPlace => setContext(PLACE, new HandPlace())

/** Elsewhere than at a table nothing ever covers it. */
export const handPlace = (): HandPlace | undefined => getContext<HandPlace | undefined>(PLACE)
