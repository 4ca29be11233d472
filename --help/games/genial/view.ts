// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Cell {
  readonly name: string
  readonly row: string
  readonly number: number
  readonly q: number
  readonly r: number
  readonly colour: string | null
  readonly start_symbol: boolean
  readonly last: boolean
  readonly ways: number
}

export interface Tile {
  readonly name: string
  readonly first: string
  readonly second: string
}

export interface LaidTile {
  readonly tile: Tile
  readonly first_cell: string
  readonly second_cell: string
}

export interface Rack {
  readonly seat: number
  readonly size: number
  readonly tiles: readonly Tile[] | null
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
  readonly turn: number
  readonly drawing: number | null
  readonly cells: readonly Cell[]
  readonly last: LaidTile | null
  readonly first_tile: boolean
  readonly free_symbols: readonly string[]
  readonly racks: readonly Rack[]
  readonly bag_size: number
  readonly tracks: readonly Track[]
  readonly duel_track: readonly TugOfWar[]
  readonly bonus_turns: number
  readonly exchange_colours: readonly string[]
  readonly shown: readonly Tile[]
  readonly may_lay: boolean
  readonly may_pass: boolean
  readonly may_exchange: boolean
}

export interface Line {
  readonly direction: number
  readonly cells: readonly string[]
}

export interface Half {
  readonly colour: string
  readonly cell: string
  readonly points: number
  readonly lines: readonly Line[]
}

export interface Gain {
  readonly colour: string
  readonly points: number
  readonly before: number
  readonly after: number
  readonly lost: number
  readonly duel_marker: boolean
}

export interface Preview {
  readonly halves: readonly Half[]
  readonly gains: readonly Gain[]
  readonly bonus_turns: number
  readonly aside: readonly Tile[]
}
