// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Cell {
  readonly name: string
  readonly row: string
  readonly number: number
  readonly q: number
  readonly r: number
  readonly colour: string | null
  readonly start_symbol: boolean
}

export type Place = readonly [first: string, second: string]

export interface Rack {
  readonly seat: number
  readonly size: number
  readonly full: number
  readonly tiles: readonly string[] | null
}

export interface Marker {
  readonly colour: string
  readonly position: number
  readonly side: string
  readonly field: number
  readonly lowest: boolean
}

export interface Track {
  readonly seats: readonly number[]
  readonly double: boolean
  readonly markers: readonly Marker[]
}

export interface TugOfWar {
  readonly colour: string
  readonly side: number | null
  readonly field: number
  readonly duel_marker_of: number | null
}

export interface View {
  readonly variant: string
  readonly players: number
  readonly seat: number
  readonly phase: string
  readonly turn: number | null
  readonly drawing: number | null
  readonly cells: readonly Cell[]
  readonly ways: readonly number[]
  readonly lies: readonly number[]
  readonly last: Place | null
  readonly first_tile: boolean
  readonly free_symbols: readonly string[]
  readonly racks: readonly Rack[]
  readonly bag_size: number
  readonly tracks: readonly Track[]
  readonly duel_track: readonly TugOfWar[]
  readonly bonus_turns: number
  readonly exchange_colours: readonly string[]
  readonly shown: readonly string[]
  readonly may_lay: boolean
  readonly may_pass: boolean
  readonly may_exchange: boolean
}

export type Line = readonly [direction: number, length: number]

export type Half = readonly [cell: string, points: number, lines: readonly Line[]]

export interface Gain {
  readonly colour: string
  readonly points: number
  readonly before: number
  readonly after: number
  readonly lost: number
  readonly top: boolean
}

export interface Preview {
  readonly halves: readonly Half[]
  readonly gains: readonly Gain[]
  readonly bonus_turns: number
  readonly aside: readonly string[]
}

export interface Started {
  readonly first: number
}

export interface Drew {
  readonly by: number
  readonly tile: string | null
}

export interface Laid {
  readonly tile: string
  readonly halves: readonly Half[]
  readonly gains: readonly Gain[]
  readonly bonus_turns: number
}

export interface Passed {
}

export interface Exchanged {
  readonly tiles: readonly string[]
}

export interface Kept {
  readonly secret: boolean
}

export interface Lay {
  readonly tile: string
  readonly first: string
  readonly second: string
  readonly kind: 'lay'
}

export interface Plain {
  readonly kind: 'pass' | 'exchange' | 'keep'
}

export interface Start {
  readonly seat: number
  readonly kind: 'start'
}

export interface Draw {
  readonly tile: string
  readonly kind: 'draw'
}

type Of<Kind, Data> = { readonly kind: Kind; readonly data: Data }
export type Event = Of<'started', Started> | Of<'drew', Drew> | Of<'laid', Laid> | Of<'passed', Passed> | Of<'exchanged', Exchanged> | Of<'kept', Kept>

export type Move = Lay | Plain | Start | Draw
