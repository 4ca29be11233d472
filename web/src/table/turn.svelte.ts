import { say } from '../house/texts.svelte'
import { sound } from '../house/sound'
import { listed } from '../house/words'
import type { Scene } from '../wire/messages'

const isMyTurn = (scene: Scene): boolean => scene.seats.some((seat) => seat.yours && seat.decides && seat.who === 'person')

/** Whose turn it is, for the tab of the browser. */
export function titleOf(scene: Scene, game: string): string {
  if (scene.stage === 'gathering') return `${say('gathering')} · ${game}`
  if (scene.stage === 'over') return `${say('game_over')} · ${game}`
  if (isMyTurn(scene)) return `${say('your_turn')} · ${game}`
  const deciding = scene.seats.filter((seat) => seat.decides)
  const names = deciding.map((seat) => seat.name)
  if (deciding.length > 0 && deciding.every((seat) => seat.who === 'open'))
    return `${names.map((name) => say('seat_is_free', { name })).join(' ')} · ${game}`
  return `${say('turn_of', { name: listed(names) })} · ${game}`
}

/** A sound for what happens, when it is seen, and for one's own turn, when it is told. */
export function useSounds(seen: () => Scene, told: () => Scene): void {
  changed(seen, (now, before) => {
    if (now.events > before.events) sound('move')
  })
  changed(told, (now, before) => {
    if (isMyTurn(now) && !isMyTurn(before)) sound('turn')
  })
}

function changed(read: () => Scene, hear: (now: Scene, before: Scene) => void): void {
  let before: Scene | undefined
  $effect(() => {
    const now = read()
    if (before !== undefined && now.table === before.table) hear(now, before)
    before = now
  })
}
