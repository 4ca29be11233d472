/** Which side of the table a seat is at, in quarter turns from the lower edge: two sit opposite each other, more go round. */
export const sideOf = (seat: number, players: number): number => (players === 2 ? seat * 2 : Math.round((seat * 4) / Math.max(players, 1)) % 4)
