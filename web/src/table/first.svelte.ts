import { getContext, setContext } from 'svelte'
import { say } from '../house/texts.svelte'
import type { Scene } from '../wire/messages'

/** Tables that this page has opened and not shown yet. */
const opened = new Set<string>()
export const openedHere = (table: string): void => void opened.add(table)

/**
 * The first roll of whoever has just pressed Start. The server rolls what must be rolled; here the dice stay under the cup
 * until the person rolls them, and nothing tells of them before.
 */
export class FirstRoll {
  waits = $state(false)

  constructor(private offered: boolean) {}

  /** A screen whose dice have fallen for the person here, for the first time. */
  cover(): void {
    this.waits = this.offered
    this.offered = false
  }

  roll(): void {
    this.waits = false
  }

  /** What may be told: not yet what the dice under the cup show. */
  tells(scene: Scene): Scene {
    return this.waits ? { ...scene, ask: say('ask_first_roll'), log: scene.log.slice(0, -1) } : scene
  }
}

const FIRST = Symbol('first roll')

export const letRollFirst = (table: string): FirstRoll => setContext(FIRST, new FirstRoll(opened.delete(table)))

/** For screens; a replay has none. */
export const firstRoll = (): FirstRoll | undefined => getContext<FirstRoll | undefined>(FIRST)
