import type { AdvisedMove } from '../wire/messages'
import type { TableShown } from './table.svelte'

const AGAIN = 2500 // milliseconds until a coach that is getting ready is asked once more

/** What the coach has said about one decision of one seat. */
export class CoachAsked {
  state = $state<'nothing' | 'thinks' | 'warms up' | 'says'>('nothing')
  moves = $state.raw<readonly AdvisedMove[]>([])
  /** The one that is being looked at: it is drawn on the board. A new object each time. */
  chosen = $state.raw<AdvisedMove | null>(null)

  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly shown: TableShown) {}

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
