import type { Say } from '../kit/say'
import type { Sentence } from '../wire/messages'

/**
 * What the table gives to the screen of a game: games/<game>/Screen.svelte. A screen draws the view, lets people choose and
 * returns a written move. It knows no rule: what is possible stands in the view, what a move would bring says `preview`.
 */
export interface ScreenProps<View, Preview, Key extends string> {
  game: string
  view: View
  /** The seat through whose eyes; null for spectators and in the replay. */
  seat: number | null
  /** This seat may act now, and nothing of it is on its way. */
  active: boolean
  /** By seat. */
  names: readonly string[]
  say: Say<Key>
  /** A move that the coach would like to be looked at, as if it had been chosen here; a new object each time. */
  advised: { readonly move: string } | null
  /** Every move that this seat may make now, in writing. */
  moves: () => Promise<readonly string[]>
  play: (move: string) => void
  /** What a move would bring; null if it is not possible (then the table has told why). */
  preview: (move: string) => Promise<{ sentences: readonly Sentence[]; picture: Preview } | null>
}
