import type { Say } from '../kit/say'
import type { HouseKey } from '../wire/texts'
import type { Scene, Seat } from '../wire/messages'

export const isAway = (seat: Seat): boolean => seat.who === 'person' && !seat.here

/** Several people play at this screen: each goes by their name. */
export const isShared = (scene: Scene): boolean => scene.seats.filter((seat) => seat.yours).length > 1

/** What a person who holds a seat hears about it while they do not play there themselves; null: they do. */
export function standing(seat: Seat): 'stood_in_for' | 'bot_plays_for_you' | 'given_up' | 'seat_was_given' | null {
  if (seat.return_to) return seat.person ? 'stood_in_for' : 'given_up'
  if (!seat.yours || seat.who === 'person') return null
  return seat.who === 'open' ? 'seat_was_given' : 'bot_plays_for_you'
}

/** Whose turn it is, or what one is asked; and why it may take a while: a seat is free, or somebody is away. */
export function headline(scene: Scene, say: Say<HouseKey>): string {
  const deciding = scene.seats.filter((seat) => seat.decides)
  const own = scene.looking === null ? undefined : scene.seats[scene.looking]
  if (scene.stage !== 'playing' || deciding.length === 0) return scene.ask
  if (own?.decides && own.who === 'person') return isShared(scene) ? `${own.name}: ${scene.ask}` : scene.ask
  const free = deciding.filter((seat) => seat.who === 'open')
  const words = free.map(({ name }) => say('seat_is_free', { name }))
  if (free.length === deciding.length) return words.join(' ')
  const names = deciding.filter((seat) => seat.who !== 'open').map((seat) => seat.name)
  const turn = own?.decides ? say('turn_of', { name: names.join(', ') }) + '.' : scene.ask // that would ask who does not play
  const away = deciding.filter(isAway).map(({ name }) => say('away_now', { name }))
  return [turn, ...words, ...away].join(' ')
}

/** Who was asked whether a seat of this browser may take something back, if that is over now and nothing has changed. */
export function refused(before: Scene, now: Scene): readonly string[] {
  const wish = before.wish
  if (wish?.about !== 'undo' || !before.seats[wish.seat]?.yours || now.wish !== null) return []
  if (now.table !== before.table || now.events !== before.events || now.stage !== before.stage) return []
  return [...wish.needed, ...wish.agreed].map((seat) => before.seats[seat]?.name ?? '')
}
