// The last head of each table's hash chain that this browser has seen: a log that was changed later has another one.

export interface Head {
  readonly version: number
  readonly head: string
}

const PLACE = 'spieltisch.heads'
const MOST = 100 // tables; the one that was not looked at for the longest time is forgotten first

function all(): Record<string, Head> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Head>
  } catch {
    return {}
  }
}

export const headOf = (table: string): Head | null => all()[table] ?? null

/** An older one does not take the place of a newer one: another window may be ahead. */
export function keepHead(table: string, head: Head): void {
  const { [table]: old, ...others } = all()
  if (old !== undefined && old.version > head.version) return
  const kept = [...Object.entries(others), [table, head] as const].slice(-MOST)
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // A private window may forbid it; then nothing is kept.
  }
}
