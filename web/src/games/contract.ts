import type { Say } from '../kit/say'
import type { ContentFlaw, PartFound } from '../wire/api'
import type { Possible, Sentence } from '../wire/messages'

/** Something that happened: the game says which kinds there are and what they carry; `seat` is -1 for dice, bag and deck. */
export type Happened<Event> = Event & { readonly number: number; readonly seat: number }

/** A decision that is looked at again: what a seat has played, and what would have been better; null where it was the best. */
export interface Compared<Move> {
  readonly seat: number
  readonly played: Move | null
  readonly better: Move
}

/**
 * What the table gives to the screen of a game: games/<game>/Screen.svelte. A screen draws the view, animates the events, lets
 * people choose and returns a move. It knows no rule: what is possible stands in the view, what a move would bring says `preview`.
 */
export interface ScreenProps<View, Preview, Key extends string, Event = unknown, Move = string> {
  game: string
  view: View
  /** What led from the view before to this one, in order; nothing where it came by itself, as after an undo or a reload. */
  events: readonly Happened<Event>[]
  /** What has happened since the last decision of this seat: it stays marked until they act. */
  since?: readonly Happened<Event>[]
  /** The seat through whose eyes; null for spectators and in the replay. */
  seat: number | null
  /** This seat may act now, and nothing of it is on its way. */
  active: boolean
  /** By seat. */
  names: readonly string[]
  /** Several people play at this screen: each goes by their name. */
  shared?: boolean
  say: Say<Key>
  /** A move that the coach would like to be looked at, as if it had been chosen here; a new object each time. */
  advised: { readonly move: Move } | null
  /** Two moves of the decision that is shown, to be drawn beside each other: in the review. */
  compared?: Compared<Move> | null
  /** The review stands beside it: what one would act with may take less room, the board is looked at. */
  reviewed?: boolean
  /** Every move that this seat may make now, in writing. */
  moves: () => Promise<readonly string[]>
  play: (move: Move) => void
  /** What a move would bring; null if it is not possible (then the table has told why). */
  preview: (move: Move) => Promise<{ sentences: readonly Sentence[]; picture: Preview } | null>
}

/**
 * What the table gives to games/<game>/Chance.svelte: people tap what real dice, tiles or cards show. Its PHASES say at which of the
 * view's it is asked; at others, and where a game has none, what can come stands there as buttons.
 */
export interface ChanceProps<View, Key extends string, Move> {
  view: View
  /** By seat. */
  names: readonly string[]
  /** The question, for where nothing else says what the answers mean. */
  asks?: string
  say: Say<Key>
  /** What can come, as far as this seat may know; nothing where that is too much to be listed. */
  possible: readonly (Possible & { readonly move: Move })[]
  /** One of the things that can come. */
  example: Move
  /** What was said before, where that is corrected. */
  was: Move | null
  show: (move: Move) => void
}

/** games/<game>/goal.ts: what this seat plays for, in one sentence with the figures of the view; empty where there is none. */
export type Goal<View, Key extends string> = (view: View, seat: number, names: readonly string[], say: Say<Key>) => string

/** Whether two moves are the same move, in whatever order their parts are named. */
export const same = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other)
const ordered = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each))

/**
 * What the room for people's own decks and sheets gives to games/<game>/Editor.svelte, which shows what the game puts into such a
 * document and tells what somebody makes of it. It knows no law: what does not fit says the server, with its place.
 */
export interface EditorProps<Data, Key extends string> {
  data: Data
  /** `goesOn`: it belongs to the change before, as the next cell of a line that somebody draws; both are undone together. */
  change: (data: Data, goesOn?: boolean) => void
  /** In the order in which they were found; a place is the way through the data, with dots between. */
  flaws: readonly ContentFlaw[]
  /** How often each part was gained and what it brought, where bots have played. */
  parts: readonly PartFound[]
  say: Say<Key>
}

/** Beside the component itself: what somebody begins with. */
export interface Editor<Data> {
  readonly blank: () => Data
  /** The deck or sheet of ours with which one begins, where that is better than nothing. */
  readonly BEGIN?: string
  /** Whether it can be shown: what a browser remembers may be anything. */
  readonly isShown: (data: Readonly<Record<string, unknown>>) => boolean
}

/** games/<game>/Choice.svelte: a deck or sheet as a small picture, for whoever chooses one before a game. */
export interface ChoiceProps<Data> {
  data: Data
}

/** Beside the component itself: what comes with the game, by the name of the choice. */
export interface Choice<Data> {
  readonly OURS: Readonly<Record<string, Data>>
}
