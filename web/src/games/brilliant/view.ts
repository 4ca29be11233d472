// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Cell {
  readonly name: string
  readonly row: number
  readonly column: number
  readonly area: string
  readonly star: boolean
}

export interface Area {
  readonly name: string
  readonly colour: 'red' | 'yellow' | 'blue' | 'grey' | 'purple' | 'orange' | 'green'
  readonly rule: 'different' | 'equal' | 'two_numbers' | 'one_half' | 'anything'
  readonly cells: number
  readonly whole_colour: boolean
  readonly values: readonly number[]
  readonly struck: number
  readonly open_value: number
}

export interface Sheet {
  readonly level: number | null
  readonly own: boolean
  readonly rows: number
  readonly columns: number
  readonly cells: readonly Cell[]
  readonly areas: readonly Area[]
  readonly links: readonly (readonly [string, string])[]
}

export interface Player {
  readonly seat: number
  readonly points: number
  readonly numbers: readonly (number | null)[]
  readonly start_numbers: number
  readonly fresh: string | null
  readonly doing: 'chooses' | 'chose' | 'nothing'
  readonly filled: readonly number[]
  readonly earned: readonly (number | null)[]
  readonly takes: readonly string[]
}

export interface Write {
  readonly number: number
  readonly cell: string
  readonly kind: 'write'
}

export interface Pass {
  readonly kind: 'pass'
}

export interface Box {
  readonly ticks: number
  readonly sign: boolean
}

export interface View {
  readonly you: number | null
  readonly phase: 'start_stars' | 'start_free' | 'roll' | 'strike' | 'write' | 'write_double' | 'over'
  readonly low: number | null
  readonly high: number | null
  readonly rolls: number
  readonly target: number | null
  readonly sheet: Sheet
  readonly players: readonly Player[]
  readonly possible: readonly string[]
  readonly possible_strikes: readonly string[]
  readonly may_pass: boolean
  readonly your_choice: Write | Pass | null
  readonly boxes: readonly Box[]
  readonly rolls_left: number | null
  readonly ended_by: string | null
  readonly winners: readonly number[]
}

export interface Preview {
  readonly entry: Write | null
  readonly beside: readonly string[]
  readonly area: string | null
  readonly filled: number
  readonly takes: string
  readonly earned: number | null
  readonly struck: number | null
  readonly open_value: number | null
  readonly points: number
  readonly reaches_target: boolean
}

export interface Rolled {
  readonly low: number
  readonly high: number
  readonly not_for: readonly number[] | null
}

export interface Began {
  readonly cells: readonly string[]
}

export interface Completed {
  readonly area: string
  readonly colour: 'red' | 'yellow' | 'blue' | 'grey' | 'purple' | 'orange' | 'green'
  readonly value: number
}

export interface Wrote {
  readonly number: number
  readonly cell: string
  readonly completed: Completed | null
}

export interface Passed {
}

export interface Chose {
}

export interface Struck {
  readonly area: string
  readonly colour: 'red' | 'yellow' | 'blue' | 'grey' | 'purple' | 'orange' | 'green'
  readonly value: number
}

export interface Strike {
  readonly area: string
  readonly kind: 'strike'
}

export interface Roll {
  readonly low: number
  readonly high: number
  readonly kind: 'roll'
}

type Of<Kind, Data> = { readonly kind: Kind; readonly data: Data }
export type Event = Of<'rolled', Rolled> | Of<'began', Began> | Of<'wrote', Wrote> | Of<'passed', Passed> | Of<'chose', Chose> | Of<'struck', Struck>

export type Move = Write | Pass | Strike | Roll
