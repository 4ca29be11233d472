import { get, post, put } from '../house/api'
import { info } from '../house/info.svelte'
import { houseKey } from '../house/key.svelte'
import { Kept } from '../house/kept.svelte'
import { randomHex } from '../house/random'
import type { Tables } from '../house/screens'
import { settings } from '../house/settings.svelte'
import type { ContentChecked, ContentSaved } from '../wire/api'
import { draftsOf, type Draft } from './drafts'
import { AROUND, Steps, type Stand } from './steps'

const FORMAT = 1

/** With which this browser has kept decks and sheets: it may change them again. */
const own = new Kept('content', (kept) => (typeof kept === 'string' && kept.length >= 32 ? kept : ''))

/** What is being made and not yet saved: a closed lid loses nothing. By the game of something new, or by its name. */
const drafts = new Kept('drafts', draftsOf)

export function key(): string {
  const house = houseKey.get()
  if (house !== undefined) return house
  if (own.value === '') own.value = randomHex()
  return own.value
}

export const check = (text: string): Promise<ContentChecked> => post(`content/check?lang=${settings.language}`, { text })

/** The one that was saved a moment ago: its page says so until somebody has seen it. */
let fresh = ''
export const isFresh = (name: string): boolean => fresh !== '' && fresh === name
export const seen = (): void => {
  fresh = ''
}

/** A deck, sheet or choice of options that somebody makes: what its game puts into it, and what is said about it. */
export class Making {
  readonly game: string
  /** Under which it is kept; empty: not yet. */
  readonly name: string
  private steps = $state.raw(new Steps({ title: '', data: {}, options: {} }))
  checked = $state.raw<ContentChecked | null>(null)
  /** The text that has been checked. */
  private asked = $state('')

  readonly title = $derived(this.steps.now.title)
  readonly data = $derived(this.steps.now.data)
  readonly options = $derived(this.steps.now.options)
  readonly canUndo = $derived(this.steps.canUndo)
  readonly canRedo = $derived(this.steps.canRedo)
  readonly text = $derived.by(() =>
    JSON.stringify({
      format: FORMAT,
      game: this.game,
      title: this.title.trim(),
      ...this.data,
      ...(Object.keys(this.options).length > 0 ? { options: this.options } : {}),
    }),
  )
  /** What is said is about what stands there now. */
  readonly settled = $derived(this.checked !== null && this.asked === this.text)
  readonly sound = $derived(this.settled && this.checked!.flaws.length === 0)

  constructor(game: string, name: string) {
    this.game = game
    this.name = name
  }

  /** Begins with this: there is nothing before it. */
  take(tables: Tables): void {
    this.steps = new Steps(standOf(tables))
  }

  /** Something is different now; `goesOn`: the same stroke, which is undone as one. */
  change(to: Partial<Stand>, goesOn = false): void {
    this.steps = this.steps.to({ ...this.steps.now, ...to }, goesOn)
    this.remember()
  }

  undo(): void {
    this.steps = this.steps.undone()
    this.remember()
  }

  redo(): void {
    this.steps = this.steps.redone()
    this.remember()
  }

  async check(): Promise<void> {
    const text = this.text
    const said = await check(text)
    if (text !== this.text) return // there will be another question
    this.asked = text
    this.checked = said
  }

  /** The name under which it is kept from now on; `anew`: beside the one that it was. */
  async save(anew = false): Promise<string> {
    const path = `?lang=${settings.language}`
    const { name } =
      anew || this.name === ''
        ? await post<ContentSaved>(`content${path}`, { text: this.text }, key())
        : await put<ContentSaved>(`content/${this.name}${path}`, { text: this.text }, key())
    forget(this.place)
    await info.again()
    fresh = name
    return name
  }

  /** What was begun and not saved. */
  get draft(): Draft | undefined {
    return drafts.value[this.place]
  }

  forget(): void {
    forget(this.place)
  }

  private remember(): void {
    drafts.change((now) => ({ ...now, [this.place]: { text: this.text, at: Date.now() } }))
  }

  private get place(): string {
    return this.name === '' ? `${this.game}/` : this.name
  }
}

function forget(place: string): void {
  drafts.change(({ [place]: _, ...others }) => others)
}

/** What its game puts into it, without what every document has around it. */
export function standOf(tables: Tables): Stand {
  const { title, options } = tables
  return {
    title: typeof title === 'string' ? title : '',
    options: typeof options === 'object' && options !== null ? (options as Record<string, string>) : {},
    data: Object.fromEntries(Object.entries(tables).filter(([field]) => !AROUND.includes(field))),
  }
}

/** What is begun for a new one of this game. */
export const begun = (game: string): Draft | undefined => drafts.value[`${game}/`]

export const kept = (name: string): Promise<ContentChecked> => get(`content/${encodeURIComponent(name)}?lang=${settings.language}`)

/** One that comes with the game, to begin with: from then on it is somebody's own. */
export async function ours(game: string, name: string): Promise<Tables> {
  const { tables } = await get<ContentChecked>(`games/${game}/content/${encodeURIComponent(name)}?lang=${settings.language}`)
  return Object.fromEntries(Object.entries(tables!).filter(([field]) => !OURS.includes(field)))
}
const OURS = ['own', 'level']
