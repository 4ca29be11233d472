// Made from the artwork.py of the game by spieltisch.server.typescript. Do not edit.

export const COLUMNS = 10 as const
export const ROWS = 7 as const
export const PIPS = {
  "1": [[0, 0]],
  "2": [[-8, -8], [8, 8]],
  "3": [[-8.5, -8.5], [0, 0], [8.5, 8.5]],
  "4": [[-8, -8], [8, -8], [-8, 8], [8, 8]],
  "5": [[-8.5, -8.5], [8.5, -8.5], [0, 0], [-8.5, 8.5], [8.5, 8.5]],
} as const
export const SWIRL = "M0.6 0.4C2.6 -1.6 4.4 1.6 2.2 4C-1 7.4 -6.6 4.4 -6.4 -0.6C-6.2 -6.6 0.4 -9.8 5.6 -7.2C11.2 -4.4 12.4 3 8.8 8" as const
export const SEED = [8.2, 9, 2.6] as const
export const POINTS = {
  "gold": 3,
  "silver": 2,
  "bronze": 1,
} as const
export const METALS = {
  "gold": ["#e2b13c", "#8a6410"],
  "silver": ["#c3c8cd", "#5f676f"],
  "bronze": ["#d0936a", "#7c4522"],
} as const
export const ON_METAL = "#2a2520" as const
export const TURNING = "M-3.8 -14.2A15 15 0 1 0 3.6 8.7M-9.6 -18.4L-3.2 -14.4L-7.4 -8.2" as const
export const IN_THE_ARROW = [
  [-18.8, -11.6],
  [-7.3, -11.6],
  [-18.8, -0.1],
  [-7.3, -0.1],
] as const
export const INTO_THE_TRAY = "M-6 -4C-2 -11 6 -11 9.5 -5M10.3 -10V-4.6H4.8" as const
export const BESIDE_THE_TRAY = [
  [-34, -12],
  [-21, -12],
  [-34, 1],
  [-21, 1],
] as const
export const TRAY = "M5 2V12.5H33V2" as const
export const ICE = "M0 -10V10M-3 -8L0 -5L3 -8M-3 8L0 5L3 8" as const
export const HELPS = "M-45.5 5L-39.5 -6L-33.5 5Z" as const
export const HURTS = "M-45.5 -5L-39.5 6L-33.5 -5Z" as const
export const PICTURES = {
  "sum": [["1", "4", "5"], "", false],
  "same": [["222", "44"], "5", false],
  "same_minus_rest": [["222", "44"], "5", true],
  "tens_minus_rest": [["541"], "3", true],
  "pairs": [["33", "55"], "2", false],
  "pairs_minus_rest": [["33", "55"], "2", true],
  "triples_minus_rest": [["444"], "2", true],
  "odd": [["5", "3", "1"], "24", false],
  "odd_minus_rest": [["5", "3", "1"], "24", true],
  "shown_minus_rest": [["4", "3", "2", "1"], "5", true],
  "ascending": [["1", "2", "3", "4"], "", false],
} as const
export const NOTES = {
  "tens_minus_rest": "10",
} as const
export const STAIRS = [
  "ascending",
] as const
