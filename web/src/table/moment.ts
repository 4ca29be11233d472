import type { Scene } from '../wire/messages'
import type { Picture } from './following.svelte'
import { called } from './real'

const asks = (scene: Scene): string =>
  scene.seats.flatMap((seat, number) => (seat.decides || called(scene).includes(number) ? [number] : [])).join()

/**
 * What may be told of a turn that is drawn while its dice still roll: whose it is, and what led to it. `told` is what lay still before;
 * a question would speak of the dice, so that whoever is asked hears only `yours`.
 */
export function beginning(told: Scene, { scene, events }: Picture, yours: string): Scene {
  if (scene.stage !== 'playing' || scene.table !== told.table || asks(scene) === asks(told)) return told
  const last = events.at(-1)
  const rolling = last !== undefined && last.seat < 0 ? last.number : Infinity
  const asked = scene.looking !== null && scene.seats[scene.looking]?.decides === true
  const log = scene.log.filter((line) => line.event < rolling)
  return { ...told, seats: scene.seats, real: scene.real, clock: scene.clock, ask: asked ? yours : scene.ask, log }
}
