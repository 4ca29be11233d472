import type { Happened } from '../contract'
import { after, laid, stillLying, type Die } from './laying'
import type { Event, Turn, View } from './view'

const READING = 1500 // so long the end of a turn is shown before the next dice fall
const READING_CHIPS = 2600

/** What lies on the screen: what a view shows, or the end of a turn that led to it. */
export interface Scene {
  readonly view: View
  readonly dice: readonly Die[]
  /** The turn that is over and still lies there. */
  readonly over: Turn | null
  readonly lasts: number
}

export const sceneOf = (view: View, dice: readonly Die[]): Scene => ({ view, dice: laid(dice, view), over: stillLying(view), lasts: 0 })

const turnsIn = ({ history }: Pick<View, 'history'>): number => history.flatMap(({ turns }) => turns).filter(Boolean).length

/** Turns have been taken back: what was there lies in the future now, and nobody waits for dice to see it go. */
export const isTakenBack = (before: Pick<View, 'history'>, now: Pick<View, 'history'>): boolean => turnsIn(now) < turnsIn(before)

/** The dice after each event. Where a turn ends and the next dice fall in the same message, the end is shown first. */
export function scenesOf(
  view: View,
  dice: readonly Die[],
  events: readonly Happened<Event>[],
  chosen: ReadonlySet<number>,
): readonly Scene[] {
  return events.map((event, k) => {
    dice = after(dice, event, chosen)
    const end = 'end' in event.data ? event.data.end : null
    const cleared = events.slice(k + 1).some(({ kind }) => kind === 'rolled')
    const reading = end === null || !cleared ? 0 : end.chips.length > 0 ? READING_CHIPS : READING
    return { view, dice, over: end?.turn ?? null, lasts: reading }
  })
}
