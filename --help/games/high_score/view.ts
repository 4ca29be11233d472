// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Card {
  readonly number: number
  readonly way: string
  readonly scoring: string
  readonly swirl: string
  readonly form: string
}

export interface Reckoning {
  readonly counted: readonly string[]
  readonly sum_counted: number
  readonly subtracted: readonly string[]
  readonly sum_subtracted: number
  readonly ignored: readonly string[]
  readonly subtracts: boolean
  readonly result: number
}

export interface Player {
  readonly seat: number
  readonly gold: number
  readonly silver: number
  readonly bronze: number
  readonly points: number
  readonly leads: boolean
  readonly piece_at: number | null
}

export interface Turn {
  readonly seat: number
  readonly round: number
  readonly dice: readonly string[]
  readonly reckoning: Reckoning
  readonly result: number
  readonly field: number
  readonly chip: string | null
}

export interface Round {
  readonly number: number
  readonly card: Card
  readonly turns: readonly (Turn | null)[]
}

export interface View {
  readonly seat: number
  readonly phase: string
  readonly round: number
  readonly rounds: number
  readonly cards_in_pile: number
  readonly own_deck: boolean
  readonly starter: number | null
  readonly turn: number | null
  readonly card: Card | null
  readonly dice_lying: readonly string[]
  readonly dice_aside: readonly string[]
  readonly dice_frozen: readonly string[]
  readonly dice_rolled: readonly string[]
  readonly dice_in_hand: number
  readonly rolls_made: number
  readonly rolls_at_most: number | null
  readonly moves: readonly string[]
  readonly choosing: string | null
  readonly stands_now: Reckoning | null
  readonly field_now: number | null
  readonly in_the_way_now: readonly number[]
  readonly chip_now: string | null
  readonly players: readonly Player[]
  readonly last_turn: Turn | null
  readonly history: readonly Round[]
}

export interface Preview {
  readonly stays: readonly string[]
  readonly rolled: readonly string[]
  readonly reckoning: Reckoning
  readonly ends: boolean
  readonly field: number | null
  readonly in_the_way: readonly number[]
  readonly chip: string | null
}
