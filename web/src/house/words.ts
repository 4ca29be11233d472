import { settings } from './settings.svelte'
import { say } from './texts.svelte'

const LOCALES = { de: 'de', en: 'en-GB', it: 'it' } as const

export const locale = (): string => LOCALES[settings.language]

/** Names in one sentence: "Anna, Ben and Cleo". */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(LOCALES[settings.language]).format(names)

/** How long ago, in words. */
export function ago(seconds: number): string {
  const words = new Intl.RelativeTimeFormat(LOCALES[settings.language], { numeric: 'auto' })
  if (seconds < 60) return say('just_now')
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86400) return words.format(-Math.round(seconds / 3600), 'hour')
  return words.format(-Math.round(seconds / 86400), 'day')
}
