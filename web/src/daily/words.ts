import { info } from '../house/info.svelte'
import { say } from '../house/texts.svelte'
import { locale } from '../house/words'
import { figures } from '../puzzles/figures'
import type { DealGraded, DealInfo } from '../wire/api'
import { right, type Done, type FormName } from './results'

const LIKE: Readonly<Record<string, string>> = { level: 'level3' }

/** What is to be done: ten decisions, or a whole game alone or against whom. */
export function formTitle(form: FormName, opponent = LIKE[form] ?? ''): string {
  if (form === 'ten') return say('daily_ten')
  if (form === 'alone') return say('daily_alone')
  return say('daily_level', { name: info.bot(opponent)?.title ?? opponent })
}

export const dealTitle = ({ form, opponent, content }: DealInfo): string => formTitle(form, opponent) + (content === '' ? '' : ` · ${content}`)

/** A day as people write it. */
export function dayTitle(day: string, style: 'long' | 'short' = 'long'): string {
  const [year, month, date] = day.split('-').map(Number)
  const words = style === 'long' ? ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(locale(), words).format(new Date(year!, month! - 1, date))
}

/** What was lost, in thousandths of the chance to win or of a point. */
export const lossTitle = (loss: number, unit: DealGraded['unit']): string => figures({ unit, worths: [] }).exactly(loss)

/** The result in a few words; of ten decisions what was lost in each on average, since chances do not add up. */
export function resultTitle(form: FormName, { claim, grades }: Pick<Done, 'claim' | 'grades'>, unit: DealGraded['unit'] = 'share'): string {
  if (form === 'ten') {
    const [n, all, lost = 0] = [right(grades), grades.length, claim[0]]
    return lost === 0 ? say('daily_nothing_lost', { n, all }) : say('daily_right', { n, all, loss: lossTitle(lost / Math.max(1, all), unit) })
  }
  if (form === 'alone') return say('daily_points', { n: claim[0] ?? 0 })
  const [mine = 0, theirs = 0] = claim
  return `${mine} : ${theirs}`
}
