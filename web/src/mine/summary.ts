import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ReviewFound } from '../wire/api'
import type { Scene } from '../wire/messages'
import type { Judged, Mistakes, Played, SeatPlayed } from './games.svelte'

// What is kept of a game that is over, from what the house tells of it.

/** What of a record says which game it was. */
export interface Recorded {
  readonly game: string
  readonly variant: string
  readonly options: Readonly<Record<string, string>>
  readonly log: readonly (readonly [number, string])[]
  /** So many of its events came from another table. */
  readonly dice?: { readonly given?: number }
}

/** Of what happened, not of where it lies: a record that was brought into another house has the same. */
export function idOf({ game, variant, options, log }: Recorded): string {
  const happened = [game, variant, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)), log]
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(happened)))).slice(0, 16)
}

/** The game at this table as the seats of this browser played it; nothing where none of them did. */
export function summary(scene: Scene, record: Recorded, own: readonly number[], at: number): Played | null {
  const { ending } = scene
  if (ending === null || own.length === 0) return null
  const sideOf = (seat: number): number => ending.decided.find((side) => side.seats.includes(seat))?.seats[0] ?? seat
  const played: SeatPlayed[] = scene.seats.map(({ name, who }, seat) => ({
    name: name.slice(0, 60),
    who,
    mine: own.includes(seat),
    side: sideOf(seat),
    place: ending.places[seat]!,
    points: ending.points[seat]!,
  }))
  const helped = scene.branch !== null || scene.seats.some(({ coach }, seat) => coach && own.includes(seat))
  return { id: idOf(record), at, game: scene.game, variant: scene.variant, table: scene.table, seats: played, helped, judged: null }
}

/** What the review says about the own seat; nothing until it is whole, or where several seats were played here. */
export function judgedOf(review: ReviewFound, played: Played): Judged | null {
  const own = played.seats.flatMap((seat, number) => (seat.mine ? [number] : []))
  const total = review.totals.find(({ seat }) => seat === own[0])
  if (own.length !== 1 || total === undefined) return null
  const lost = review.decisions.filter(({ seat, loss, theme }) => seat === own[0] && loss > 0 && theme !== '')
  const themes = [...new Set(lost.map(({ theme }) => theme))]
  const mistakes: Mistakes[] = themes.map((theme) => {
    const losses = lost.filter((each) => each.theme === theme).map(({ loss }) => loss)
    return { theme, count: losses.length, loss: losses.reduce((a, b) => a + b, 0), puzzles: review.puzzles.includes(theme) }
  })
  const { even, luck, result, decisions } = total
  return { unit: review.unit, even, luck, result, lost: total.lost, decisions, mistakes }
}
