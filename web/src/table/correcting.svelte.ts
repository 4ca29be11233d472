import { same } from '../games/contract'
import type { CorrectionShown, PossibleListed, Scene } from '../wire/messages'
import type { TableShown } from './table.svelte'

/** An entry of a real table that is being corrected: which one, what it could have been, what it really was and what that brings. */
export class CorrectionAsked {
  open = $state(false)
  event = $state<number | null>(null)
  found = $state.raw<PossibleListed | null>(null)
  wanted = $state.raw<{ readonly move: unknown; readonly brings: CorrectionShown; readonly version: number } | null>(null)
  /** What somebody has played is played anew on the board, as it was before it. */
  readonly onBoard = $derived.by(() => this.found !== null && this.found.actor >= 0 && this.wanted === null)
  /** The seat that says it. */
  seat = $state(0)

  private asked = 0

  constructor(private readonly shown: TableShown) {}

  /** With the newest entry, if that is something that came; what somebody has played one chooses first. */
  begin({ real, log }: Scene): void {
    const newest = real?.slips[0]
    this.open = true
    if (newest !== undefined && (log.find(({ event }) => event === newest.event)?.seat ?? -1) < 0) void this.choose(newest.event, newest.seat)
  }

  async choose(event: number, seat: number): Promise<void> {
    const mine = this.turn(event, seat)
    const found = await this.shown.possible(seat, event)
    if (mine !== this.asked) return
    if (found === null) this.leave() // why, the table has said
    else this.found = found
  }

  /** What it would bring. */
  async look(move: unknown): Promise<void> {
    const { event, asked } = this
    const { version } = this.shown // if something happens before it is corrected, that is not what was shown
    const brings = event === null ? null : await this.shown.correction(this.seat, event, move)
    if (brings !== null && asked === this.asked) this.wanted = { move, brings, version }
  }

  correct(): void {
    if (this.event !== null && this.wanted !== null) void this.shown.correct(this.seat, this.event, this.wanted.move, this.wanted.version)
    this.leave()
  }

  /** Something has happened meanwhile: what a correction brings is another thing now, and the entry may be another one. */
  async renew(): Promise<void> {
    const { event, seat, found, wanted, asked } = this
    if (event === null || found === null) return
    const now = await this.shown.possible(seat, event)
    if (asked !== this.asked) return
    if (now === null || now.actor !== found.actor || !same(now.was, found.was)) this.leave()
    else if (wanted !== null) await this.look(wanted.move)
  }

  leave(): void {
    this.turn(null, 0)
  }

  private turn(event: number | null, seat: number): number {
    this.open = event !== null
    this.event = event
    this.seat = seat
    this.found = this.wanted = null
    return ++this.asked
  }
}

/** The seat of this browser that may correct an entry with this line in the log: one that was entered for dice, bag or deck, or its own. */
export function corrects(scene: Scene, event: number, by: number): number | null {
  const slip = scene.real?.slips.find((each) => each.event === event)
  if (slip !== undefined) return slip.seat
  if (scene.real === null || scene.looking === null) return null
  if (by < 0 || by === scene.looking) return scene.looking
  return !scene.secrets && scene.seats[by]?.yours ? by : null
}
