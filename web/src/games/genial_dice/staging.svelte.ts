import { isStill } from '../../house/settings.svelte'
import type { Player, View } from './view'

const MARKS_ARE_SEEN = 900
const DICE_FALL = 500
const IS_SEEN = 300
const MANY = 2 // pictures that wait: then they go faster

/**
 * What is shown. The end of a turn and the first roll of the next come in one message; so that the marks are seen
 * beside the dice that brought them, the new dice fall a moment later.
 */
export class Staging {
  shown = $state.raw<View>() as View
  /** Everything has been shown that there is. */
  settled = $state(true)

  private queue: View[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(first: View) {
    this.shown = first
  }

  take(view: View): void {
    const last = this.queue.at(-1) ?? this.shown
    if (view === last) return
    if (isStill() || (this.timer === undefined && !endsTurn(last, view))) {
      this.hurry(view)
      return
    }
    if (endsTurn(last, view)) this.queue.push(withoutNextRoll(last, view))
    this.queue.push(view)
    this.settled = false
    if (this.timer === undefined) this.step()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private hurry(view: View): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.queue = []
    this.shown = view
    this.settled = true
  }

  private step(): void {
    const before = this.shown
    const next = this.queue.shift()
    if (next === undefined) {
      this.timer = undefined
      this.settled = true
      return
    }
    this.shown = next
    const pause = next.phase !== 'scored' ? IS_SEEN : MARKS_ARE_SEEN + (sameDice(before, next) ? 0 : DICE_FALL)
    if (this.queue.length === 0) this.settled = true
    this.timer = setTimeout(() => this.step(), this.queue.length > MANY ? pause / 2 : pause)
  }
}

/** Somebody has scored, and whoever comes next has rolled already. */
function endsTurn(before: View, now: View): boolean {
  const scorer = before.turn
  if (scorer === null || now.turn === null || now.turn === scorer || now.rolls_made === 0) return false
  return now.players.every(({ seat, sheet }) => {
    const old = before.players[seat]?.sheet.marks ?? 0
    return seat === scorer ? sheet.marks >= old : sheet.marks === old
  })
}

/** The end of the turn as it was before the next player rolled. */
function withoutNextRoll(before: View, now: View): View {
  const players = now.players.map(
    (player): Player => (player.seat === now.turn ? { ...player, dice: before.players[player.seat]?.dice ?? [] } : player),
  )
  return {
    ...now,
    players,
    phase: 'scored',
    turn: before.turn,
    rolls_made: 0,
    used: [],
    matches: [],
    gains: [],
    possible_jokers: [],
    may_roll: false,
    may_stop: false,
    may_score: false,
    fills_the_sheet: false,
  }
}

const sameDice = (one: View, other: View) =>
  one.turn !== null && one.players[one.turn]?.dice.join() === other.players[one.turn]?.dice.join()

/** How often the dice of each seat have been rolled, as far as this screen has seen: a die tumbles when that grows. */
export class Throws {
  private last: View | undefined
  private counts: readonly number[] = []

  see(view: View): readonly number[] {
    const last = this.last
    if (view === last) return this.counts
    this.counts = view.players.map(({ seat, dice }) => {
      const rolled =
        last?.players[seat]?.dice.join() !== dice.join() ||
        (view.turn === seat && view.rolls_made > (last.turn === seat ? last.rolls_made : 0))
      return (this.counts[seat] ?? 0) + (rolled ? 1 : 0)
    })
    this.last = view
    return this.counts
  }
}
