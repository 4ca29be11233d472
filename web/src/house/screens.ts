import type { Component } from 'svelte'
import type { ChanceProps, Choice, ChoiceProps, Editor, EditorProps, Goal, ScreenProps } from '../games/contract'
import type { Say } from '../kit/say'
import type { Look } from '../kit/symbols'
import { info } from './info.svelte'

type Screen = Component<ScreenProps<unknown, unknown, string, unknown, unknown>>
/** Pictures by number; which of them stand beside a paragraph of the rules; and those of a variant with goals of its own. */
interface How {
  readonly default: Component<{ step: number }>
  readonly PARAGRAPHS: Readonly<Record<string, number>>
  readonly VARIANTS?: Readonly<Record<string, readonly number[]>>
}
export type Tables = Readonly<Record<string, unknown>>
export interface EditorPart extends Editor<Tables> {
  readonly default: Component<EditorProps<Tables, string>>
}
export interface ChoicePart extends Choice<Tables> {
  readonly default: Component<ChoiceProps<Tables>>
}
/** How people tap what real dice, tiles or cards show, and in which phases. */
interface Tapped {
  readonly default: Component<ChanceProps<unknown, string, unknown>>
  readonly PHASES: readonly string[]
  /** In words, what has been told of hidden things. */
  readonly named?: (move: unknown, say: Say<string>) => string
}
type Loaded<T> = () => Promise<{ default: T }>

const PLAIN = '../games/generic/Screen.svelte'
const BROUGHT = '../games/generic/Brought.svelte'
const PLAIN_CHANCE = '../games/generic/Chance.svelte'
const PLAIN_BOX = '../games/generic/Box.svelte'

const screens = import.meta.glob(['../games/*/Screen.svelte', '../games/generic/Brought.svelte']) as Record<string, Loaded<Screen>>
const boxes = import.meta.glob('../games/*/Box.svelte') as Record<string, Loaded<Component>>
const pictures = import.meta.glob('../games/*/How.svelte') as Record<string, () => Promise<How>>
const goals = import.meta.glob('../games/*/goal.ts') as Record<string, () => Promise<{ goal: Goal<unknown, string> }>>

const looks = import.meta.glob('../games/*/counted.ts') as Record<string, () => Promise<{ look: (kind: string) => Look }>>

const tapped = import.meta.glob('../games/*/Chance.svelte') as Record<string, () => Promise<Tapped>>

/** How it is said what has come in this phase: by the game's own means, or from a list. */
export async function chanceOf(game: string, phase: string): Promise<Tapped['default']> {
  const own = await tapped[`../games/${game}/Chance.svelte`]?.()
  return (own?.PHASES.includes(phase) ? own : await tapped[PLAIN_CHANCE]!()).default
}

/** How it is said what somebody holds. */
export const hiddenOf = (game: string): Promise<Tapped> => (tapped[`../games/${game}/Chance.svelte`] ?? tapped[PLAIN_CHANCE]!)()

/** What the parts look like that counted in the end, where the game has pictures of them. */
export const lookOf = async (game: string): Promise<((kind: string) => Look) | null> =>
  (await looks[`../games/${game}/counted.ts`]?.())?.look ?? null

/** The screen of a game at the table, loaded when it is first needed: ours, the one that its package brings, or a plain one. */
export const screenOf = (game: string): Promise<Screen> =>
  part(screens, `../games/${game}/Screen.svelte`, () => (info.game(game)?.screen ? BROUGHT : PLAIN))

const editors = import.meta.glob('../games/*/Editor.svelte') as Record<string, () => Promise<EditorPart>>

/** Where people make decks or sheets of their own for it; null where all there is to choose are options. */
export const editorOf = async (game: string): Promise<EditorPart | null> => (await editors[`../games/${game}/Editor.svelte`]?.()) ?? null

const choices = import.meta.glob('../games/*/Choice.svelte') as Record<string, () => Promise<ChoicePart>>

/** What its decks or sheets look like; null where they are only named. */
export const choiceOf = async (game: string): Promise<ChoicePart | null> => (await choices[`../games/${game}/Choice.svelte`]?.()) ?? null

/** Its box in the lobby. */
export const boxOf = (game: string): Promise<Component> => part(boxes, `../games/${game}/Box.svelte`, () => PLAIN_BOX)

/** How it is played, in pictures, if it brings any. */
export const howOf = async (game: string): Promise<How | null> => (await pictures[`../games/${game}/How.svelte`]?.()) ?? null

/** What is played for, if the game says so. */
export const goalOf = async (game: string): Promise<Goal<unknown, string> | null> =>
  (await goals[`../games/${game}/goal.ts`]?.())?.goal ?? null

async function part<T>(parts: Readonly<Record<string, Loaded<T>>>, own: string, otherwise: () => string): Promise<T> {
  return (await (parts[own] ?? parts[otherwise()])!()).default
}
