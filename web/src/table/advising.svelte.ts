import type { Scene } from '../wire/messages'
import { CoachAsked, mayCallCoach } from './coach.svelte'
import { HoldingTold } from './holding.svelte'
import { Retry } from './retry.svelte'
import type { TableShown } from './table.svelte'

/** What somebody who plays hears from the coach: advice before a move, and after one that cost much that it may be tried again. */
export class Advising {
  readonly coach: CoachAsked
  readonly retry = new Retry()
  /** At a real table where hands are secret: what one holds, told for one question. */
  readonly holding: HoldingTold

  constructor(private readonly shown: TableShown) {
    this.coach = new CoachAsked(shown)
    this.holding = new HoldingTold(shown, (seat, held) => void this.coach.ask(seat, held))
  }

  /** The coach has the word. */
  get speaks(): boolean {
    return this.coach.state !== 'nothing'
  }

  async ask(seat: number, { seats, real }: Scene): Promise<void> {
    if (!seats[seat]?.coach && !(await this.coach.call(seat))) return
    await (real?.discreet ? this.holding.begin(seat) : this.coach.ask(seat))
  }

  /** The decision has been made: what was said about it is over. */
  forget(shared: boolean): void {
    this.coach.forget()
    if (shared) this.holding.forget()
    else this.holding.close()
  }

  /** In practice with the coach a move that cost much can be tried again. */
  async weigh(seat: number, scene: Scene): Promise<void> {
    if (this.shown.refusal === null && scene.seats[seat]?.coach && !scene.real?.discreet && mayCallCoach(scene)) await this.retry.weigh(scene.table, seat)
  }

  /** Nobody is blamed for what the coach has recommended. */
  async follow(seat: number, move: unknown): Promise<void> {
    this.retry.forget()
    await this.shown.play(seat, move)
  }

  async takeBack(seat: number): Promise<void> {
    this.retry.forget()
    await this.shown.undo(seat)
  }
}
