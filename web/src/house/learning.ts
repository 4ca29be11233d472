import { Trouble } from './api'

const AGAIN = 2000 // milliseconds

interface Heard<T> {
  /** What came. */
  readonly answered?: (answer: T) => void
  /** The sentence of what is refused, or nothing once there is an answer. Where nobody wants to hear it, it is asked again. */
  readonly told?: (trouble: string) => void
  /** The server is away. */
  readonly away?: () => void
}

/**
 * For an effect: asks the server, and while it is away again and again. Whoever leaves calls what comes back, and hears nothing any
 * more: an answer that comes late belongs to another question.
 */
export function untilAnswered<T>(ask: () => Promise<T>, { answered, told, away }: Heard<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gone = false
  async function learn(): Promise<void> {
    try {
      const answer = await ask()
      if (gone) return
      told?.('')
      answered?.(answer)
    } catch (error) {
      if (gone) return
      if (told !== undefined && error instanceof Trouble) return told(error.message)
      away?.()
      timer = setTimeout(() => void learn(), AGAIN)
    }
  }
  void learn()
  return () => {
    gone = true
    clearTimeout(timer)
  }
}
