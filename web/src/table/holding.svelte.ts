import { same } from '../games/contract'
import type { Possible, PossibleListed } from '../wire/messages'
import type { TableShown } from './table.svelte'

/** Where the house does not know what somebody holds: what they tell the coach of it, for one question. */
export class HoldingTold {
  found = $state.raw<PossibleListed | null>(null)
  held = $state.raw<readonly Possible[]>([])

  private seat = 0
  private asked = 0

  constructor(
    private readonly shown: TableShown,
    private readonly done: (seat: number, held: readonly unknown[]) => void,
  ) {}

  /** With what was told before, if this seat has told it: one takes away what is gone and adds what has come. */
  async begin(seat: number): Promise<void> {
    if (seat !== this.seat) this.held = []
    this.seat = seat
    if (!(await this.list(this.held)) && this.held.length > 0) await this.list([])
  }

  async add(move: unknown): Promise<void> {
    const told = this.found?.possible.find((each) => same(each.move, move))
    if (told === undefined || !(await this.list([...this.held, told])) || this.found?.missing !== 0) return
    this.close()
    this.done(this.seat, this.held.map((each) => each.move))
  }

  async remove(place: number): Promise<void> {
    await this.list(this.held.filter((_, number) => number !== place))
  }

  close(): void {
    this.asked++
    this.found = null
  }

  /** Another person may take this screen next. */
  forget(): void {
    this.close()
    this.held = []
  }

  private async list(held: readonly Possible[]): Promise<boolean> {
    const mine = ++this.asked
    const found = await this.shown.possible(this.seat, null, held.map((each) => each.move))
    if (found === null || mine !== this.asked) return false
    this.held = held
    this.found = found
    return true
  }
}
