// Made from the content.py of the game by spieltisch.server.typescript. Do not edit.

export const FORM = {
  "ways": ["full", "free", "aside"],
  "scorings": ["sum", "same", "same_minus_rest", "tens_minus_rest", "pairs", "pairs_minus_rest", "triples_minus_rest", "odd", "odd_minus_rest", "shown_minus_rest", "ascending"],
  "swirls": ["frozen", "choice"],
  "lowest_swirl": -10,
  "highest_swirl": 10,
  "fewest": 7,
  "most": 60,
} as const
