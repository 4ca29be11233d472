import { say } from '../house/texts.svelte'
import { sound } from '../house/sound'
import { waiting } from '../house/waiting.svelte'
import { listed } from '../house/words'
import type { Scene } from '../wire/messages'
import { called } from './real'

const isMyTurn = (scene: Scene): boolean =>
  scene.seats.some((seat, number) => seat.yours && seat.who === 'person' && (seat.decides || called(scene).includes(number)))

/** Whose turn it is, for the tab of the browser. */
export function titleOf(scene: Scene, game: string): string {
  if (scene.stage === 'gathering') return `${say('gathering')} · ${game}`
  if (scene.stage === 'over') return `${say('game_over')} · ${game}`
  if (isMyTurn(scene)) return `${say('your_turn')} · ${game}`
  const deciding = scene.seats.filter((seat, number) => seat.decides || called(scene).includes(number))
  const names = deciding.map((seat) => seat.name)
  if (deciding.length > 0 && deciding.every((seat) => seat.who === 'open'))
    return `${names.map((name) => say('seat_is_free', { name })).join(' ')} · ${game}`
  return `${say('turn_of', { name: listed(names) })} · ${game}`
}

/** A sound for one's own turn; what happens on the table sounds there, and the end when it is shown. */
export function useSounds(read: () => Scene): void {
  let before: Scene | undefined
  $effect(() => {
    const scene = read()
    const last = before
    before = scene
    if (last === undefined || scene.table !== last.table) return
    if (isMyTurn(scene) && !isMyTurn(last)) sound('turn')
  })
}

/** The tab and the browser say when it is my turn here, also where nobody looks at this page. */
export function useNotices(read: () => Scene): void {
  $effect(() => {
    const scene = read()
    waiting.set(scene.table, scene.game, scene.stage === 'playing' && isMyTurn(scene))
  })
}
