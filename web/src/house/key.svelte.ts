import { get, Trouble } from './api'

const PLACE = 'spieltisch.house'

/** The key of the house, where its owner has opened the page with it: seats opened here are the house's own then. */
class HouseKey {
  /** A link has brought a key that this house does not know; the one that was here has stayed. */
  foreign = $state(false)
  private held: string | null = null
  private offered: Promise<void> = Promise.resolve()

  get(): string | undefined {
    try {
      return this.held ?? localStorage.getItem(PLACE) ?? undefined
    } catch {
      return this.held ?? undefined
    }
  }

  /** From a link, which anybody can make: it takes the place of another key only if the house knows it. */
  offer(given: string): void {
    const known = this.get()
    if (known === undefined || known === given) this.keep(given)
    else this.offered = this.compare(given)
  }

  /** As soon as it is clear which key it is. */
  async settled(): Promise<string | undefined> {
    await this.offered
    return this.get()
  }

  private async compare(given: string): Promise<void> {
    try {
      await get('mine', given)
      this.keep(given)
    } catch (problem) {
      this.foreign = problem instanceof Trouble && problem.status === 403
    }
  }

  private keep(given: string): void {
    this.held = given
    this.foreign = false
    try {
      localStorage.setItem(PLACE, given)
    } catch {
      // A private window may forbid it; then it lasts as long as the page.
    }
  }
}

export const houseKey = new HouseKey()
