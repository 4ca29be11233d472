// What this browser remembers of a person: lessons done, ratings, results. Each part has a name, and all of them together
// are one file that another browser can read (see `profile`).

const BEGINS = 'spieltisch.'

/** Reads whatever is there, also nothing or nonsense: what it does not understand it leaves out. */
export type Reader<T> = (kept: unknown) => T

/** One part, remembered at once when it changes. In a private window it may last only as long as the page. */
export class Kept<T> {
  private held: T

  constructor(
    readonly name: string,
    readonly read: Reader<T>,
  ) {
    this.held = $state.raw(read(stored(name)))
    parts.set(name, this as Kept<unknown>)
  }

  get value(): T {
    return this.held
  }

  set value(value: T) {
    this.held = value
    try {
      localStorage.setItem(BEGINS + this.name, JSON.stringify(value))
    } catch {
      // It is forbidden, or full: the page goes on with what it has.
    }
  }
}

/** Every part that somebody has asked for, by name. */
export const parts = new Map<string, Kept<unknown>>()

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(BEGINS + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** The entries of what should be an object, those that hold. */
export function entries<T>(kept: unknown, holds: (value: unknown) => value is T): Readonly<Record<string, T>> {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {}
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, T] => holds(entry[1])))
}
