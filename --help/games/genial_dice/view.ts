// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Row {
  readonly colour: string
  readonly marks: number
  readonly fresh: number
}

export interface Sheet {
  readonly rows: readonly Row[]
  readonly sections: readonly number[]
  readonly open_sections: number
  readonly marks: number
  readonly fields: number
  readonly shortest_row: number
}

export interface Player {
  readonly seat: number
  readonly dice: readonly string[]
  readonly sheet: Sheet
}

export interface Match {
  readonly die: number
  readonly seat: number
  readonly dice: readonly number[]
}

export interface Joker {
  readonly dice: string
  readonly marks: number
  readonly entered: readonly number[]
}

export interface Gain {
  readonly colour: string
  readonly from_matches: number
  readonly from_jokers: number
  readonly marked: number
  readonly lost: number
}

export interface View {
  readonly you: number | null
  readonly phase: string
  readonly start: number | null
  readonly turn: number | null
  readonly players: readonly Player[]
  readonly start_rule: boolean
  readonly rolls_made: number
  readonly rolls_left: number
  readonly dice_for_matches: readonly string[]
  readonly dice_used_as_jokers: readonly string[]
  readonly used: readonly number[]
  readonly matches: readonly Match[]
  readonly may_roll: boolean
  readonly may_stop: boolean
  readonly may_score: boolean
  readonly stopping_scores: boolean
  readonly possible_jokers: readonly Joker[]
  readonly gains: readonly Gain[]
  readonly opens: readonly number[]
  readonly fills_the_sheet: boolean
  readonly winner: number | null
  readonly points: readonly number[] | null
}

export interface RowAfter {
  readonly colour: string
  readonly before: number
  readonly after: number
  readonly lost: number
}

export interface Preview {
  readonly rows: readonly RowAfter[]
  readonly entered: number
  readonly lost: number
  readonly opens: readonly number[]
  readonly scores: boolean
  readonly fills_the_sheet: boolean
  readonly rolls_left: number
}
