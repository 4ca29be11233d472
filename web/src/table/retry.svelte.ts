import { get } from '../house/api'
import { seats } from '../house/seats.svelte'
import type { DecisionCost } from '../wire/api'

/** In practice with the coach: what the last decision cost, if that was so much that another try is worth it. */
export class Retry {
  offered = $state.raw<DecisionCost | null>(null)
  private asked = 0

  /** After a move. Whatever comes next makes it forgotten. */
  async weigh(table: string, seat: number): Promise<void> {
    const mine = ++this.asked
    this.offered = null
    try {
      const found = await get<DecisionCost>(`tables/${table}/cost`, seats.at(table).seats[seat])
      if (mine === this.asked && found.costly) this.offered = found
    } catch {
      // The game may be over by now, or the house away: nobody is blamed then.
    }
  }

  forget(): void {
    this.asked++
    this.offered = null
  }
}
