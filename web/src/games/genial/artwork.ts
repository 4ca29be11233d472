// Made from the artwork.py of the game by spieltisch.server.typescript. Do not edit.

export const HOLLOW = 8.7 as const
export const BODY = 8.6 as const
export const FACE = 7.4 as const
export const SYMBOL = 5.8 as const
export const BACK = 5.0 as const
export const MARGIN = 13.6 as const
export const TOP = 18 as const
export const PITCH = 10.0 as const
export const PITCH_DOUBLE = 5.2 as const
export const LEFT = 20 as const
export const DUEL_TOP = 9 as const
export const DUEL_PITCH = 9 as const
export const DUEL_ROW = 16 as const
export const DUEL_START = 34 as const
export const MEDAL = "M-6 -6.6H6V1.6L0 7L-6 1.6Z" as const
