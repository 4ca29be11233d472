import { Trouble } from './api'

const AGAIN = 2000 // milliseconds

/**
 * For an effect: asks the server, and while it is away again and again. `told` gets the sentence of what it refuses, or nothing
 * once it has answered. Whoever leaves calls what comes back.
 */
export function untilAnswered(ask: () => Promise<unknown>, told: (trouble: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gone = false
  async function learn(): Promise<void> {
    try {
      await ask()
      if (!gone) told('')
    } catch (error) {
      if (gone) return
      if (error instanceof Trouble) told(error.message)
      else timer = setTimeout(() => void learn(), AGAIN)
    }
  }
  void learn()
  return () => {
    gone = true
    clearTimeout(timer)
  }
}
