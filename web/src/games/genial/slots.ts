/** A place on the rack that keeps its tile where it was, whatever comes and goes beside it. */
export interface Slot {
  readonly id: number
  readonly tile: string | null
}

/** Arranges the tiles of one rack, again and again: each stays in its slot while others come and go. */
export function slotKeeper(): (tiles: readonly string[], full: number) => readonly Slot[] {
  let kept: readonly Slot[] = []
  let brought = 0
  return (tiles, full) => {
    const left = [...tiles]
    const take = (tile: string): boolean => {
      const found = left.indexOf(tile)
      if (found >= 0) left.splice(found, 1)
      return found >= 0
    }
    const slots = Array.from({ length: Math.max(full, tiles.length) }, (_, place): Slot => {
      const slot = kept[place]
      return slot?.tile && take(slot.tile) ? slot : { id: -1, tile: null }
    })
    kept = slots.map((slot) => (slot.tile === null && left.length > 0 ? { id: brought++, tile: left.shift()! } : slot))
    return kept
  }
}

/** The slots whose tiles go with these, each tile once. */
export function slotsOf(tiles: readonly string[], slots: readonly Slot[]): ReadonlySet<number> {
  const left = [...tiles]
  const found = new Set<number>()
  slots.forEach(({ tile }, place) => {
    const at = tile === null ? -1 : left.indexOf(tile)
    if (at < 0) return
    left.splice(at, 1)
    found.add(place)
  })
  return found
}
