import { sayer, type Say, type Texts } from '../kit/say'
import type { HouseKey } from '../wire/texts'
import { Away, get, Trouble } from './api'
import { settings, type Language } from './settings.svelte'

const NONE: Texts = {}

/** The sentences of the house in the language of the settings, and of a game when one is on the table. */
class Speech {
  private house = $state.raw<Texts>(NONE)
  private games = $state.raw<Readonly<Record<string, Texts>>>({})
  private fetched = new Map<string, Promise<Texts>>()

  readonly ready = $derived(this.house !== NONE)
  readonly say: Say<HouseKey> = $derived(sayer<HouseKey>(this.house))

  /** What the screen of a game says with: its own texts, then those of the house. */
  screen(game: string): Say<string> {
    return sayer(this.games[`${game}/${settings.language}`] ?? this.lastOf(game), this.house)
  }

  knows(game: string): boolean {
    return this.lastOf(game) !== NONE
  }

  async speak(language: Language): Promise<void> {
    const texts = await this.fetchOnce(`texts/${language}`)
    if (language === settings.language) this.house = texts
  }

  async learn(game: string, language: Language): Promise<void> {
    const texts = await this.fetchOnce(`games/${game}/texts/${language}`)
    this.games = { ...this.games, [`${game}/${language}`]: texts }
  }

  /** Another language of the same game, until the right one has come. */
  private lastOf(game: string): Texts {
    const name = Object.keys(this.games).find((each) => each.startsWith(`${game}/`))
    return name === undefined ? NONE : (this.games[name] ?? NONE)
  }

  private fetchOnce(path: string): Promise<Texts> {
    let texts = this.fetched.get(path)
    if (texts === undefined) {
      texts = get<Texts>(path)
      this.fetched.set(path, texts)
      texts.catch(() => this.fetched.delete(path))
    }
    return texts
  }
}

export const speech = new Speech()
export const say: Say<HouseKey> = (key, values) => speech.say(key, values)

/** The house has named whoever sits there, for they have not. */
export const isNameless = (name: string | undefined, seat: number): boolean => name === say('nameless', { n: seat + 1 })

/** What people are told when the server refuses or is away; any other error goes on. */
export function apology(error: unknown): string {
  if (!(error instanceof Trouble || error instanceof Away)) throw error
  return error.message || say('server_away')
}
