import { get, post, put } from '../house/api'
import { info } from '../house/info.svelte'
import { houseKey } from '../house/key.svelte'
import { entries, Kept } from '../house/kept.svelte'
import { randomHex } from '../house/random'
import type { Tables } from '../house/screens'
import { settings } from '../house/settings.svelte'
import type { ContentChecked, ContentSaved } from '../wire/api'

const FORMAT = 1
const AROUND = ['format', 'game', 'title', 'options']

/** With which this browser has kept decks and sheets: it may change them again. */
const own = new Kept('content', (kept) => (typeof kept === 'string' && kept.length >= 32 ? kept : ''))

/** What is being made and not yet saved, by game: a closed lid loses nothing. */
const drafts = new Kept('drafts', (kept) => entries(kept, (value): value is string => typeof value === 'string'))

export function key(): string {
  const house = houseKey.get()
  if (house !== undefined) return house
  if (own.value === '') own.value = randomHex()
  return own.value
}

export const check = (text: string): Promise<ContentChecked> => post(`content/check?lang=${settings.language}`, { text })

/** A deck, sheet or choice of options that somebody makes: what its game puts into it, and what is said about it. */
export class Making {
  readonly game: string
  /** Under which it is kept; empty: not yet. */
  readonly name: string
  title = $state('')
  data = $state.raw<Tables>({})
  options = $state.raw<Readonly<Record<string, string>>>({})
  checked = $state.raw<ContentChecked | null>(null)
  /** The text that has been checked. */
  private asked = $state('')

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

  take(tables: Tables): void {
    const { title, options } = tables
    this.title = typeof title === 'string' ? title : ''
    this.options = typeof options === 'object' ? (options as Record<string, string>) : {}
    this.data = Object.fromEntries(Object.entries(tables).filter(([field]) => !AROUND.includes(field)))
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
    this.forget()
    await info.again()
    return name
  }

  /** What was begun and not saved. */
  get draft(): string | undefined {
    return drafts.value[this.place]
  }

  remember(): void {
    drafts.value = { ...drafts.value, [this.place]: this.text }
  }

  forget(): void {
    const { [this.place]: _, ...others } = drafts.value
    drafts.value = others
  }

  private get place(): string {
    return this.name === '' ? `${this.game}/` : this.name
  }
}

export const kept = (name: string): Promise<ContentChecked> => get(`content/${encodeURIComponent(name)}?lang=${settings.language}`)

/** One that comes with the game, to begin with. */
export const ours = (game: string, name: string): Promise<ContentChecked> =>
  get(`games/${game}/content/${encodeURIComponent(name)}?lang=${settings.language}`)
