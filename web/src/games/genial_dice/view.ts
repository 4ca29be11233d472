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
  readonly dice: string
  readonly sheet: Sheet
}

export interface Matching {
  readonly die: number
  readonly seat: number
  readonly dice: readonly number[]
}

export interface Joker {
  readonly dice: string
  readonly marks: number
  readonly brings: readonly number[]
  readonly entered: readonly number[]
}

export interface RowGain {
  readonly colour: string
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
  readonly used: readonly number[]
  readonly matches: readonly Matching[]
  readonly may_roll: boolean
  readonly may_score: boolean
  readonly stopping_scores: boolean
  readonly possible_jokers: readonly Joker[]
  readonly gains: readonly RowGain[]
  readonly opens: readonly number[]
  readonly fills_the_sheet: boolean
  readonly winner: number | null
  readonly points: readonly number[] | null
}

export interface Preview {
  readonly gains: readonly RowGain[]
  readonly entered: number
  readonly lost: number
  readonly opens: readonly number[]
  readonly scores: boolean
  readonly fills_the_sheet: boolean
  readonly rolls_left: number
}

export interface LotFell {
  readonly first: number
}

export interface Marks {
  readonly gains: readonly RowGain[]
  readonly opens: readonly number[]
  readonly wins: boolean
}

export interface Rolled {
  readonly by: number
  readonly dice: string
  readonly roll: number
  readonly marks: Marks | null
}

export interface TookDice {
}

export interface Stopped {
  readonly marks: Marks | null
}

export interface JokerUsed {
  readonly dice: string
  readonly colour: string
  readonly worth: number
  readonly marks: Marks | null
}

export interface Scored {
  readonly marks: Marks
}

export interface Plain {
  readonly kind: 'roll' | 'stop' | 'score'
}

export interface UseJoker {
  readonly dice: string
  readonly colour: string
  readonly kind: 'joker'
}

export interface Fall {
  readonly dice: string
  readonly kind: 'fall'
}

export interface Start {
  readonly seat: number
  readonly kind: 'start'
}

type Of<Kind, Data> = { readonly kind: Kind; readonly data: Data }
export type Event = Of<'lot_fell', LotFell> | Of<'rolled', Rolled> | Of<'took_dice', TookDice> | Of<'stopped', Stopped> | Of<'joker_used', JokerUsed> | Of<'scored', Scored>

export type Move = Plain | UseJoker | Fall | Start
