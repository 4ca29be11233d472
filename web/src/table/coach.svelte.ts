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
  /** The one that is being looked at: it is drawn on the board. A new object each time. */
  chosen = $state.raw<AdvisedMove | null>(null)

  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly shown: TableShown) {}

  /** From now on it helps this seat, as all can see; and it is asked at once. */
  async call(seat: number): Promise<void> {
    const answer = await this.shown.ask({ do: 'call_coach', seat })
    if (answer.type !== 'refused') await this.ask(seat)
  }

  async ask(seat: number): Promise<void> {
    const mine = ++this.asked
    if (this.state !== 'warms up') this.state = 'thinks'
    const answer = await this.shown.advice(seat)
    if (mine !== this.asked) return
    if (answer?.ready === false) {
      this.state = 'warms up'
      this.timer = setTimeout(() => void this.ask(seat), AGAIN)
    } else if (answer === null || answer.moves.length === 0) {
      this.forget()
    } else {
      this.moves = answer.moves
      this.state = 'says'
      this.look(answer.moves[0]!)
    }
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
    this.chosen = null
  }
}
