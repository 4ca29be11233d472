import type { Component } from 'svelte'
import { Kept } from '../house/kept.svelte'
import type { Say } from '../kit/say'
import type { Look } from '../kit/symbols'

/** games/<game>/pad.ts: what is written down for each player where nobody referees, and what it comes to. */
export interface PadSpec {
  readonly fields: readonly PadField[]
  /** Where it is more than figures: what is written on. */
  readonly sheet?: Component<PadSheetProps>
  /** The key of the game's sentence for what counts, and the figure from all fields. */
  readonly counts: string
  readonly total: (values: readonly number[]) => number
}

export interface PadSheetProps {
  values: readonly number[]
  /** Of the other players. */
  others: readonly (readonly number[])[]
  change: (values: readonly number[]) => void
  say: Say<string>
}

export interface PadField {
  readonly name: (say: Say<string>) => string
  readonly look: Look | null
  readonly most: number
}

export interface Page {
  readonly name: string
  readonly values: readonly number[]
}

export const MOST_PAGES = 6
const LONGEST = 40 // letters of a name
const HIGHEST = 999

/** The pads of this browser by game: whatever is there that makes sense. */
function read(kept: unknown): Readonly<Record<string, readonly Page[]>> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([game, pages]) => (Array.isArray(pages) ? [[game, pages.flatMap(page).slice(0, MOST_PAGES)]] : [])),
  )
}

function page(kept: unknown): Page[] {
  const { name, values } = (kept ?? {}) as { name?: unknown; values?: unknown }
  if (typeof name !== 'string' || !Array.isArray(values)) return []
  const sound = values.map((value) => (Number.isInteger(value) ? Math.min(HIGHEST, Math.max(0, value as number)) : 0))
  return [{ name: name.slice(0, LONGEST), values: sound }]
}

export const pads = new Kept('pads', read)

const specs = import.meta.glob('../games/*/pad.ts') as Record<string, () => Promise<{ pad: PadSpec }>>

/** What the pad of a game has, if there is one. */
export const padOf = async (game: string): Promise<PadSpec | null> => (await specs[`../games/${game}/pad.ts`]?.())?.pad ?? null
export const hasPad = (game: string): boolean => `../games/${game}/pad.ts` in specs
