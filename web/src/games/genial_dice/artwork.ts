// Made from the artwork.py of the game by spieltisch.server.typescript. Do not edit.

export const CELL = 30 as const
export const HIGH = 27 as const
export const ROW = 31 as const
export const HEAD = 36 as const
export const TAIL = 36 as const
export const GAP = 3 as const
export const BETWEEN = 12 as const
export const CROSSES = [
  ["M-8 -8.5C-3 -3 3 2.5 8.5 8", "M8 -8C3 -3.5 -2.5 3.5 -8.5 8.5"],
  ["M-7.5 -9C-3.5 -2 2 2 9 7.5", "M8.5 -7.5C2 -2 -4 2.5 -7.5 9"],
  ["M-9 -7C-2 -3.5 3.5 3 7.5 9", "M7.5 -9C4 -3 -3 3 -9 7.5"],
  ["M-8 -8C-2.5 -3.5 2.5 3.5 8.5 8.5", "M9 -8.5C3.5 -2.5 -2 2 -8 7.5"],
  ["M-8.5 -7.5C-4 -3 4 1.5 8 9", "M7 -8.5C2.5 -4 -3 4 -9 8"],
] as const
export const HATCH = "M5 20l10 -14M9 25l13 -19M16 25l9.5 -14" as const
export const SHACKLE = "M-3 -1v-2.4a3 3 0 0 1 6 0V-1" as const
