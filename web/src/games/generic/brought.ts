import type { ScreenProps } from '../contract'
import { base } from '../../wire/base'

type Props = ScreenProps<unknown, unknown, string>

/** What the screen of a package keeps: it draws again when something is different, and goes when the table does. */
export interface Mounted {
  update(props: Props): void
  destroy(): void
}

export type Mount = (target: HTMLElement, props: Props) => Mounted

/** The `mount` of screen.js in the package of a game; null where it cannot be loaded. */
export async function mountOf(game: string): Promise<Mount | null> {
  try {
    const module: unknown = await import(/* @vite-ignore */ `${base}/api/games/${game}/screen.js`)
    return (module as { mount?: Mount }).mount ?? null
  } catch {
    return null
  }
}
