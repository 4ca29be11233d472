// What this browser remembers of a person: lessons done, ratings, results. Each part has a name, and all of them together
// are one file that another browser can read (web/src/mine/profile.ts). A part belongs to a room or to the page itself:
// with all rooms loaded, all parts are known. Keys of seats and of the house are none: they stay where they are.

const BEGINS = 'spieltisch.'

/** Reads whatever is there, also nothing or nonsense: what it does not understand it leaves out. */
export type Reader<T> = (kept: unknown) => T

/** What is known here and what comes from another browser, as one. */
export type Merge<T> = (own: T, others: T) => T

/** One part, remembered at once when it changes. In a private window it may last only as long as the page. */
export class Kept<T> {
  private held: T

  constructor(
    readonly name: string,
    readonly read: Reader<T>,
    readonly merge: Merge<T> = both,
  ) {
    this.held = $state.raw(read(parsed(stored(name))))
    parts.set(name, this as Kept<unknown>)
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === BEGINS + name) this.held = read(parsed(event.newValue))
    })
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

  /** From what is there now: another window may have added to it. */
  change(how: (now: T) => T): void {
    const text = stored(this.name)
    this.value = how(text === null ? this.held : this.read(parsed(text)))
  }

  /** Takes what another browser remembers. */
  take(others: unknown): void {
    this.change((own) => this.merge(own, this.read(others)))
  }
}

/** Every part that somebody has asked for, by name. */
export const parts = new Map<string, Kept<unknown>>()

function stored(name: string): string | null {
  try {
    return localStorage.getItem(BEGINS + name)
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return null
  }
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a part says nothing else: the entries of both, and of the same one what is known here. */
export function both<T>(own: T, others: T): T {
  if (isTable(own) && isTable(others)) return { ...others, ...own }
  return own === '' ? others : own
}

/** The entries of both; those that both have become one. */
export const united =
  <T>(one: (own: T, other: T) => T): Merge<Readonly<Record<string, T>>> =>
  (own, others) => ({
    ...own,
    ...Object.fromEntries(Object.entries(others).map(([name, other]) => [name, Object.hasOwn(own, name) ? one(own[name]!, other) : other])),
  })

/** The entries of what should be an object, those that hold. */
export function entries<T>(kept: unknown, holds: (value: unknown) => value is T): Readonly<Record<string, T>> {
  if (!isTable(kept)) return {}
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, T] => holds(entry[1])))
}
