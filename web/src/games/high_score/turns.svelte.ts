import { asTheyStood, ended, laid, type Die } from './laying'
import type { Turn, View } from './view'

const READING = 1500 // so long the end of a turn is shown before the next dice fall
const READING_CHIPS = 2600

/** The turn whose dice still lie there, because nobody has rolled since and its round has not been cleared away. */
export function stillLying(view: View): Turn | null {
  if (view.rolls_made > 0) return null
  return view.turn === null || view.last_turn?.round === view.round ? view.last_turn : null
}

const same = (a: Turn | null, b: Turn | null): boolean => a?.round === b?.round && a?.seat === b?.seat

/** What lies on the screen. One message may end a turn and bring the first roll of the next; then the end is shown first. */
export class Turns {
  dice = $state.raw<readonly Die[]>([])
  /** The turn whose end is shown instead of what came after it. */
  held = $state.raw<Turn | null>(null)

  private view: View | null = null
  private chosen: ReadonlySet<number> = new Set()
  private rolled: ReadonlySet<number> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  /** This player is about to choose these dice and to roll those. */
  will(chosen: ReadonlySet<number>, rolled: ReadonlySet<number> | null): void {
    this.chosen = chosen
    this.rolled = rolled
  }

  show(view: View): void {
    const before = this.view
    this.view = view
    if (before !== null && endsTurn(before, view)) {
      if (this.held !== null) this.dice = laid(this.dice, before)
      this.dice = ended(this.dice, view.last_turn, before.choosing !== null, this.rolled)
      if (view.rolls_made > 0) this.hold(view.last_turn)
      else this.goOn()
    } else if (this.held === null || !same(this.held, view.last_turn)) {
      this.goOn()
    }
  }

  goOn(): void {
    clearTimeout(this.timer)
    this.held = null
    if (this.view === null) return
    const turn = stillLying(this.view)
    if (turn === null) this.dice = laid(this.dice, this.view, this.chosen)
    else if (!this.dice.some((die) => die.roll.startsWith(`${turn.round}.${turn.seat}.`))) this.dice = asTheyStood(turn)
    this.will(new Set(), null)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private hold(turn: Turn): void {
    clearTimeout(this.timer)
    this.held = turn
    this.will(new Set(), null)
    const over = this.view?.history[turn.round - 1]?.turns.every((each) => each !== null)
    this.timer = setTimeout(() => this.goOn(), over ? READING_CHIPS : READING)
  }
}

function endsTurn(before: View, view: View): view is View & { last_turn: Turn } {
  const last = view.last_turn
  return last !== null && last.seat === before.turn && last.round === before.round && !same(last, before.last_turn)
}
