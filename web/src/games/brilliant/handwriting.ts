/** The numbers 1 to 6 as somebody writes them with a pencil, in a box of 20 by 28. */
export const STROKES: Readonly<Record<number, string>> = {
  1: 'M5.8 9.2C8.4 7.6 10.2 5.4 11.2 3C10.8 10.4 10.2 17.6 10 25',
  2: 'M4.4 8.8C4.6 4.6 8 2.7 11 3.1C15.2 3.7 16.2 8 13.6 12C11 16.2 7 20 3.8 24.2C8 22.6 12.5 23 16.6 24.4',
  3: 'M4.9 5C8 2.3 14.5 2.5 14.3 7.2C14.1 11 10.4 12.7 7.9 13C12 12.5 16.1 15 15.5 19.4C14.8 24.7 8 26.4 4.3 22.6',
  4: 'M11.8 3C9.6 8.8 6.4 13.6 3.4 17.8C8 17.2 12.8 17 17 17.2M13 10.6C12.6 15.8 12.2 20.6 12.2 25.2',
  5: 'M15.4 3.4C12.2 3.8 9.4 3.8 6.7 3.6C6.4 7 5.8 9.8 5.3 12.6C9.2 9.8 15.5 11 15.5 17C15.5 23.6 8.4 26.6 4.1 22.8',
  6: 'M13.8 3C9 6.2 4.9 12.4 4.9 18C4.9 22.6 7.4 25.1 10.2 25.1C13.6 25.1 15.7 22 15.5 18.8C15.3 15 11.8 13.2 9 14.8C6.8 16 5.4 18.2 5.1 20.2',
}

/** Nobody writes straight: how far this one leans, in degrees, and how it is shifted. */
export function slant(place: number): { turn: number; x: number; y: number } {
  const luck = (place * 7919) % 101
  return { turn: (luck % 13) - 6, x: (luck % 5) * 0.5 - 1, y: (luck % 7) * 0.35 - 1 }
}
