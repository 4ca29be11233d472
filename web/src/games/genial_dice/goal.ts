import type { Goal } from '../contract'
import type { Key } from './texts'
import type { View } from './view'

/** The full sheet, and first of all a mark in every colour. */
export const goal: Goal<View, Key> = (view, seat, _names, say) => {
  const sheet = view.players[seat]?.sheet
  if (sheet === undefined) return ''
  const missing = sheet.rows.filter((row) => row.marks === 0)
  if (missing.length === sheet.rows.length) return say('goal_none')
  if (missing.length === 0) return say('goal_marks', { n: sheet.marks, fields: sheet.fields })
  return say('goal_missing', { colours: missing.map(({ colour }) => say(`colour_${colour}` as Key)).join(', ') })
}
