import type { Scene } from '../wire/messages'

/** Whose turn it is to say what real dice, tiles or cards show: whose they are, if they can; nobody where nothing is awaited. */
export function called(scene: Scene): readonly number[] {
  const { real } = scene
  if (!real?.awaited) return []
  return real.roller !== null && real.by.includes(real.roller) ? [real.roller] : real.by
}

/** The seat with which this browser may say it now; what only one may see, only through their eyes. */
export function mayShow(scene: Scene): number | null {
  const { real, looking } = scene
  if (!real?.awaited) return null
  const mine = real.by.filter((seat) => scene.seats[seat]?.yours && scene.seats[seat].who === 'person')
  if (looking !== null && mine.includes(looking)) return looking
  return real.private && real.by.length === 1 ? null : (mine[0] ?? null)
}
