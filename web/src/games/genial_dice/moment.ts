import type { Happened } from '../contract'
import type { Event, Marks, Player, View } from './view'

const MARKS_ARE_SEEN = 900
const DICE_FALL = 850

/** The table, and how often the dice of each seat have fallen while somebody looked: a die tumbles when that grows. */
export interface Picture {
  readonly view: View
  readonly throws: readonly number[]
}

export const thrown = (throws: readonly number[], events: readonly Happened<Event>[]): readonly number[] =>
  throws.map((count, seat) => count + events.filter((event) => event.kind === 'rolled' && event.data.by === seat).length)

/** For how long the marks are seen beside the dice that brought them, before the next player's dice fall. */
export function lasts(event: Happened<Event>): number {
  if (marksOf(event) === null) return 0
  return MARKS_ARE_SEEN + (event.kind === 'rolled' ? DICE_FALL : 0)
}

/** The end of a turn, drawn over the table as it was before. */
export function scored({ view, throws }: Picture, event: Happened<Event>): Picture {
  const marks = marksOf(event)
  if (marks === null) return { view, throws }
  const turn = whose(event)
  const nothing = { used: [], matches: [], gains: [], opens: [], possible_jokers: [], may_roll: false, may_score: false }
  const players = view.players.map((player) =>
    player.seat !== turn ? player : { ...entered(player, marks), dice: event.kind === 'rolled' ? event.data.dice : player.dice },
  )
  return {
    view: { ...view, ...nothing, players, turn, phase: 'scored', rolls_made: 0, fills_the_sheet: false },
    throws: thrown(throws, [event]),
  }
}

/** The marks of others since one's own last decision stay fresh, however many have played since. */
export function keptFresh(view: View, since: readonly Happened<Event>[]): View {
  if (since.length === 0 || view.phase === 'scored') return view
  const players = view.players.map((player) => {
    const gains = since.filter((event) => whose(event) === player.seat).flatMap((event) => marksOf(event)?.gains ?? [])
    if (gains.length === 0) return player
    const rows = player.sheet.rows.map((row) => {
      const marked = gains.filter(({ colour }) => colour === row.colour).reduce((sum, gain) => sum + gain.marked, 0)
      return { ...row, fresh: Math.max(row.fresh, marked) }
    })
    return { ...player, sheet: { ...player.sheet, rows } }
  })
  return { ...view, players }
}

const whose = (event: Happened<Event>): number => (event.kind === 'rolled' ? event.data.by : event.seat)

const marksOf = (event: Happened<Event>): Marks | null =>
  event.kind === 'lot_fell' || event.kind === 'took_dice' ? null : event.data.marks

function entered({ sheet, ...player }: Player, { gains, opens }: Marks): Player {
  const rows = sheet.rows.map((row) => {
    const fresh = gains.find((gain) => gain.colour === row.colour)?.marked ?? 0
    return { ...row, marks: row.marks + fresh, fresh }
  })
  const marks = rows.reduce((sum, row) => sum + row.marks, 0)
  return { ...player, sheet: { ...sheet, rows, marks, open_sections: sheet.open_sections + opens.length } }
}
