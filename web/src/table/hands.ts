import type { Scene } from '../wire/messages'
import { called } from './real'

/** What has to happen before this screen may show a seat of a browser at which several people sit. */
export type Hands =
  | { do: 'nothing' }
  /** Look through the eyes of this seat. */
  | { do: 'look'; seat: number }
  /** Cover the screen until this person says that it is in their hands. */
  | { do: 'cover'; seat: number }
  /** Several people, and we do not know who is in front: they say it. */
  | { do: 'ask'; seats: readonly number[] }

/** The seat of the person who said last that the screen is in their hands; `insists` if they want it although another decides. */
export interface Holder {
  readonly seat: number | null
  readonly insists: boolean
}

export function hands(scene: Scene, holder: Holder): Hands {
  const mine = scene.seats.flatMap((seat, number) => (seat.yours ? [number] : []))
  if (scene.stage !== 'playing' || mine.length < 2) return { do: 'nothing' }
  const awaited = called(scene)
  const shows = scene.real?.private || awaited.length === 1 ? awaited : [] // what everybody sees, whoever is in front may say
  const deciding = mine.filter((seat) => (scene.seats[seat]!.decides && scene.seats[seat]!.who === 'person') || shows.includes(seat))
  const front = scene.secrets ? holder.seat : (holder.insists ? holder.seat : null) ?? scene.looking
  if (front !== null && (holder.insists || deciding.length === 0 || deciding.includes(front))) {
    return front === scene.looking ? { do: 'nothing' } : { do: 'look', seat: front }
  }
  if (!scene.secrets) return { do: 'look', seat: deciding[0] ?? mine[0]! }
  return deciding.length === 0 ? { do: 'ask', seats: mine } : { do: 'cover', seat: deciding[0]! }
}
