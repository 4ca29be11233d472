import { same } from '../games/contract'
import type { AdvisedMove, Scene } from '../wire/messages'
import type { TableShown } from './table.svelte'

const AGAIN = 2500 // milliseconds until a coach that is getting ready is asked once more

/** In practice, where no seat is or waits for somebody else's, the coach can be called in during the game. */
export const mayCallCoach = ({ stage, seats }: Scene): boolean =>
  stage === 'playing' && seats.every((seat) => seat.yours || (!seat.person && seat.who !== 'open'))

/** What the coach has said about one decision of one seat. */
export class CoachAsked {
  state = $state<'nothing' | 'thinks' | 'warms up' | 'says'>('nothing')
  moves = $state.raw<readonly AdvisedMove[]>([])
  /** It is still getting ready: this is what it thinks at a glance, and better advice will take its place. */
  rough = $state(false)
  /** The one that is being looked at: it is drawn on the board. A new object each time. */
  chosen = $state.raw<AdvisedMove | null>(null)

  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly shown: TableShown) {}

  /** From now on it helps this seat, as all can see. */
  async call(seat: number): Promise<boolean> {
    return (await this.shown.ask({ do: 'call_coach', seat })).type !== 'refused'
  }

  /** Where the house does not know what the seat holds, with that. */
  async ask(seat: number, held: readonly unknown[] = []): Promise<void> {
    const mine = ++this.asked
    clearTimeout(this.timer)
    if (this.state === 'nothing') this.state = 'thinks'
    const answer = await this.shown.advice(seat, held)
    if (mine !== this.asked) return
    if (answer === null || (answer.ready && answer.moves.length === 0)) {
      this.forget()
      return
    }
    if (answer.moves.length > 0) this.take(answer.moves, !answer.ready)
    else this.state = 'warms up'
    if (!answer.ready) this.timer = setTimeout(() => void this.ask(seat, held), AGAIN)
  }

  /** Whoever looks at a move goes on looking at it, if it is still recommended. */
  private take(moves: readonly AdvisedMove[], rough: boolean): void {
    const again = rough && this.rough && this.state === 'says'
    this.rough = rough
    if (again) return // the same as before
    const looked = this.chosen
    this.moves = moves
    this.state = 'says'
    this.look(moves.find(({ move }) => looked !== null && same(move, looked.move)) ?? moves[0]!)
  }

  /** A few playouts know no more than tenths. */
  percent(share: number): number {
    return this.rough ? 10 * Math.round(share * 10) : Math.round(share * 100)
  }

  /** Before every figure that is a rough one. */
  get about(): string {
    return this.rough ? '~' : ''
  }

  /** As far as can be measured it is as good as the first. */
  isEqual(move: AdvisedMove): boolean {
    return move.equal && !this.rough
  }

  look(move: AdvisedMove): void {
    this.chosen = { ...move }
  }

  /** The decision has been made, or nobody wants to hear it. */
  forget(): void {
    this.asked++
    clearTimeout(this.timer)
    this.state = 'nothing'
    this.moves = []
    this.rough = false
    this.chosen = null
  }
}
