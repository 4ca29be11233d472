import { info } from '../house/info.svelte'
import { say, speech } from '../house/texts.svelte'
import { locale } from '../house/words'

/** A game by its title; one that this house does not have keeps the name it came with. */
export const gameTitle = (game: string): string => info.game(game)?.title ?? game

/** A bot by its title, a person by name. */
export const opponentTitle = (name: string): string => (name.startsWith('@') ? name.slice(1) : (info.bot(name)?.title ?? name))

/** What a mistake was about, in the words of its game. */
export const themeTitle = (game: string, theme: string): string => {
  const key = `theme_${theme}`
  const said = speech.screen(game)(key)
  return said === key ? theme.replaceAll('_', ' ') : said
}

/** Millionths as a part of the win, or as points; to a tenth, and from ten on to a whole: nothing finer is known. */
export function figure(millionths: number, unit: 'share' | 'points', sign = false, share: 'percent' | 'percent_points' = 'percent'): string {
  const exact = millionths / (unit === 'share' ? 10_000 : 1_000_000)
  const value = Math.abs(exact) < 10 ? Math.round(10 * exact) / 10 : Math.round(exact)
  const number = Math.abs(value).toLocaleString(locale(), { maximumFractionDigits: 1 })
  const said = say(unit === 'share' ? share : 'points', { n: Math.abs(value) === 1 ? 1 : number })
  return `${value < 0 ? '−' : sign ? (value > 0 ? '+' : '±') : ''}${said}`
}

export const day = (at: number): string => new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' })
