/** What the clock of the house shows; that of this machine may be wrong. */
let ahead = 0

export const houseNow = (): number => Date.now() + ahead

export function setHouseNow(now: number): void {
  ahead = now - Date.now()
}
