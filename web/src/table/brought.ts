import { randomHex } from '../house/random'

/** The key and the addition to the dice with which this browser sits down. */
export interface Brought {
  readonly key: string
  readonly contribution: string
}

/** Made once for an invitation: if the answer is lost, the same wish can be sent again. */
export function brought(invite: string): Brought {
  const place = `spieltisch.sitting.${invite}`
  const fresh: Brought = { key: randomHex(), contribution: randomHex() }
  try {
    const before = localStorage.getItem(place)
    if (before !== null) return JSON.parse(before) as Brought
    localStorage.setItem(place, JSON.stringify(fresh))
  } catch {
    // A private window may forbid it; then it lasts as long as the page.
  }
  return fresh
}

/** Sat down: from now on the key is kept with the table. */
export function forgetBrought(invite: string): void {
  try {
    localStorage.removeItem(`spieltisch.sitting.${invite}`)
  } catch {
    // There was nothing.
  }
}
