import type { Say } from '../../kit/say'
import type { Key } from './texts'
import type { Area, Player, Preview } from './view'

export const spaced = (numbers: string): string => [...numbers].join(', ')

/** The rule of an area in words. */
export const ruleOf = (say: Say<Key>, area: Area): string =>
  say('area_rule', { area: area.name, colour: say(`colour_${area.colour}`), rule: say(`rule_${area.rule}`) })

/** How an area stands on somebody's sheet, or would after what is being considered: rule, progress, what it still takes, what it is worth. */
export function areaInWords(say: Say<Key>, area: Area, player: Player, place: number, picture: Preview | null): string {
  const after = picture?.area === area.name ? picture : null
  const earned = after?.earned ?? player.earned[place] ?? null
  const takes = after?.takes ?? player.takes[place] ?? ''
  const parts = [ruleOf(say, area)]
  if (area.whole_colour) parts.push(say('area_everywhere'))
  if (earned !== null) return [...parts, say('area_earned', { n: earned })].join(' ')
  parts.push(say('area_filled', { filled: after?.filled ?? player.filled[place] ?? 0, cells: area.cells }))
  parts.push(takes === '' ? say('area_dead') : say('area_takes', { numbers: spaced(takes) }))
  parts.push(say('area_open', { n: after?.open_value ?? area.open_value }))
  return parts.join(' ')
}
