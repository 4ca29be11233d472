import { untrack } from 'svelte'
import { sound } from '../house/sound'
import type { SoundName } from '../house/sounds'

/** What is heard when something happens on the table; what sounds alike in one message is heard once. */
export function heard<Event>(read: () => readonly Event[], soundOf: (event: Event) => SoundName | null): void {
  let before = untrack(read)
  $effect(() => {
    const events = read()
    if (events === before) return
    before = events
    for (const name of new Set(events.map(soundOf))) if (name !== null) sound(name)
  })
}
