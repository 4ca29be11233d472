import type { Component } from 'svelte'
import { Kept } from '../house/kept.svelte'
import type { Say } from '../kit/say'
import type { Look } from '../kit/symbols'

/** games/<game>/pad.ts: what is written down for each player where nobody referees, and what it comes to. */
export interface PadSpec {
  readonly fields: readonly PadField[]
  /** The key of the game's sentence for playing with every track twice, where it may be. */
  readonly twice?: string
  /** Where it is more than figures: what is written on. */
  readonly sheet?: Component<PadSheetProps>
  /** The key of the game's sentence for what counts, and the figure from all fields. */
  readonly counts: string
  readonly total: (page: Written) => number
}

/** What stands on one player's page, and the deck or sheet of one's own that it is about: none, where it is one of ours. */
export interface Written {
  readonly values: readonly number[]
  readonly content?: Readonly<Record<string, unknown>> | undefined
  /** Every track is there twice: at its end one goes on counting. */
  readonly twice?: boolean
}

export interface PadSheetProps {
  page: Written
  /** Of the other players. */
  others: readonly Written[]
  /** What people have kept for this game, as long as there is a house to ask; one that is taken stays with the page. */
  own: readonly { readonly name: string; readonly title: string }[]
  take: (name: string) => void
  change: (page: Written) => void
  say: Say<string>
}

export interface PadField {
  readonly name: (say: Say<string>) => string
  readonly look: Look | null
  readonly most: number
}

export interface Page extends Written {
  readonly name: string
}

export const MOST_PAGES = 6
const LONGEST = 40 // letters of a name
const HIGHEST = 999
const LARGEST = 32_000 // letters of a document, as docs/content.md has it

/** The pads of this browser by game: whatever is there that makes sense. */
function read(kept: unknown): Readonly<Record<string, readonly Page[]>> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([game, pages]) => (Array.isArray(pages) ? [[game, pages.flatMap(page).slice(0, MOST_PAGES)]] : [])),
  )
}

function page(kept: unknown): Page[] {
  const { name, values, content, twice } = (kept ?? {}) as { name?: unknown; values?: unknown; content?: unknown; twice?: unknown }
  if (typeof name !== 'string' || !Array.isArray(values)) return []
  const sound = values.map((value) => (Number.isInteger(value) ? Math.min(HIGHEST, Math.max(0, value as number)) : 0))
  return [{ name: name.slice(0, LONGEST), values: sound, ...(isDocument(content) ? { content } : {}), ...(twice === true ? { twice } : {}) }]
}

const isDocument = (kept: unknown): kept is Readonly<Record<string, unknown>> =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept) && JSON.stringify(kept).length <= LARGEST

export const most = (field: PadField, twice: boolean): number => (twice ? 2 : 1) * field.most
export const reads = (field: PadField, value: number): string => (value > field.most ? `${field.most}+${value - field.most}` : `${value}`)

export const pads = new Kept('pads', read)

const specs = import.meta.glob('../games/*/pad.ts') as Record<string, () => Promise<{ pad: PadSpec }>>

/** What the pad of a game has, if there is one. */
export const padOf = async (game: string): Promise<PadSpec | null> => (await specs[`../games/${game}/pad.ts`]?.())?.pad ?? null
export const hasPad = (game: string): boolean => `../games/${game}/pad.ts` in specs
