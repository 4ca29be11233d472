// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Reckoning {
  readonly counted: readonly (readonly (readonly [string, number])[])[]
  readonly subtracted: readonly (readonly [string, number])[]
  readonly ignored: readonly (readonly [string, number])[]
  readonly result: number
}

export interface Player {
  readonly seat: number
  readonly gold: number
  readonly silver: number
  readonly bronze: number
  readonly points: number
  readonly leads: boolean
}

export interface Card {
  readonly number: number
  readonly way: string
  readonly scoring: string
  readonly swirl: string
  readonly form: string
}

export interface Turn {
  readonly seat: number
  readonly round: number
  readonly reckoning: Reckoning
  readonly field: number
  readonly chip: string | null
}

export interface Round {
  readonly number: number
  readonly card: Card
  readonly turns: readonly (Turn | null)[]
  readonly example: Reckoning
}

export interface View {
  readonly seat: number
  readonly phase: string
  readonly round: number
  readonly rounds: number
  readonly track: number
  readonly cards_in_pile: number
  readonly own_deck: boolean
  readonly starter: number | null
  readonly turn: number | null
  readonly dice_lying: readonly string[]
  readonly dice_aside: readonly string[]
  readonly dice_frozen: readonly string[]
  readonly dice_in_hand: number
  readonly rolls_made: number
  readonly rolls_at_most: number | null
  readonly moves: readonly ('roll' | 'stop')[]
  readonly choosing: 'reroll' | 'aside' | null
  readonly stands_now: Reckoning | null
  readonly field_now: number | null
  readonly in_the_way_now: readonly number[]
  readonly chip_now: string | null
  readonly ahead: number | null
  readonly players: readonly Player[]
  readonly previous: number | null
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

export interface Started {
  readonly first: number
}

export interface TurnedUp {
  readonly round: number
  readonly card: Card
}

export interface End {
  readonly turn: Turn
  readonly in_the_way: readonly number[]
  readonly chips: readonly (string | null)[]
}

export interface Rolled {
  readonly by: number
  readonly roll: number
  readonly dice: readonly string[]
  readonly kept: readonly string[]
  readonly frozen: boolean
  readonly end: End | null
}

export interface PickedUp {
  readonly dice: readonly string[]
}

export interface SetAside {
  readonly dice: readonly string[]
  readonly picked_up: readonly string[]
  readonly end: End | null
}

export interface Stopped {
  readonly end: End
}

export interface Plain {
  readonly kind: 'roll' | 'stop'
}

export interface Pick {
  readonly dice: readonly string[]
  readonly kind: 'reroll' | 'aside'
}

export interface Start {
  readonly seat: number
  readonly kind: 'start'
}

export interface TurnUp {
  readonly card: number
  readonly form: string
  readonly kind: 'card'
}

export interface Land {
  readonly dice: readonly string[]
  readonly kind: 'dice'
}

type Of<Kind, Data> = { readonly kind: Kind; readonly data: Data }
export type Event = Of<'started', Started> | Of<'turned_up', TurnedUp> | Of<'rolled', Rolled> | Of<'picked_up', PickedUp> | Of<'set_aside', SetAside> | Of<'stopped', Stopped>

export type Move = Plain | Pick | Start | TurnUp | Land
