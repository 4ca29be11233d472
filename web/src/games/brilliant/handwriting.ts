/** Nobody writes straight: how far this one leans, in degrees, and how it is shifted. */
export function slant(place: number): { turn: number; x: number; y: number } {
  const luck = (place * 7919) % 101
  return { turn: (luck % 13) - 6, x: (luck % 5) * 0.5 - 1, y: (luck % 7) * 0.35 - 1 }
}
