import type { Component } from 'svelte'
import type { ScreenProps } from '../games/contract'

type Screen = Component<ScreenProps<unknown, unknown, string, unknown, unknown>>
type Loaded<T> = () => Promise<{ default: T }>

const screens = import.meta.glob('../games/*/Screen.svelte') as Record<string, Loaded<Screen>>
const boxes = import.meta.glob('../games/*/Box.svelte') as Record<string, Loaded<Component>>

/** What a game draws itself, loaded when it is first needed: its screen at the table and its box in the lobby. */
export const screenOf = (game: string): Promise<Screen | null> => part(screens[`../games/${game}/Screen.svelte`])
export const boxOf = (game: string): Promise<Component | null> => part(boxes[`../games/${game}/Box.svelte`])

async function part<T>(load: Loaded<T> | undefined): Promise<T | null> {
  return load === undefined ? null : (await load()).default
}
