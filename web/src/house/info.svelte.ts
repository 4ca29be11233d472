import type { BotInfo, GameInfo, House, VariantInfo } from '../wire/api'
import { get } from './api'
import { settings, type Language } from './settings.svelte'
import { base } from '../wire/base'

/** What there is to play, and against whom; asked once for each language. */
class Info {
  private known = $state.raw<House | null>(null)
  private asked = new Map<Language, Promise<House>>()

  get house(): House | null {
    return this.known
  }

  async learn(language: Language): Promise<void> {
    let answer = this.asked.get(language)
    if (answer === undefined) {
      answer = get<House>(`house?lang=${language}`)
      this.asked.set(language, answer)
      answer.catch(() => this.asked.delete(language))
    }
    const house = await answer
    if (language === settings.language) this.known = house
  }

  /** Something can be chosen now that could not before. */
  async again(): Promise<void> {
    this.asked.clear()
    await this.learn(settings.language)
  }

  game(name: string): GameInfo | undefined {
    return this.known?.games.find((game) => game.name === name)
  }

  variant(game: string, name: string): VariantInfo | undefined {
    return this.game(game)?.variants.find((variant) => variant.name === name)
  }

  /** Said where there is something to choose. */
  variantTitle(game: string, name: string): string {
    return (this.game(game)?.variants.length ?? 0) > 1 ? (this.variant(game, name)?.title ?? '') : ''
  }

  bot(name: string): BotInfo | undefined {
    return this.known?.bots.find((bot) => bot.name === name)
  }

  /** The opponents that people choose from, the gentlest first. */
  get levels(): readonly BotInfo[] {
    return this.known?.bots.filter((bot) => bot.level > 0) ?? []
  }

  /** Simple programs to compare with, for those who look for them. */
  get programs(): readonly BotInfo[] {
    return this.known?.bots.filter((bot) => bot.level === 0) ?? []
  }

  /** Who plays on for somebody: a level that is neither easy nor hard. */
  get standIn(): string {
    return this.levels[2]?.name ?? ''
  }

  /** Where others find this house: the address of this page, unless it is one that only this machine understands. */
  get origin(): string {
    return (isLocal(location.hostname) ? this.known?.addresses[0] : undefined)?.replace(/\/$/, '') ?? location.origin + base
  }

  /** Nobody else can reach this house. */
  get alone(): boolean {
    return isLocal(location.hostname) && this.known?.addresses.length === 0
  }
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

export const info = new Info()
