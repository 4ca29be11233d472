import type { DiceMemory } from '../table/dice'
import type { MyTables } from '../wire/api'
import { get } from './api'
import { houseKey } from './key.svelte'
import { randomHex } from './random'

/** The tables at which this browser sits: the keys of its seats stay here and nowhere else. */
export interface Held {
  readonly seats: Readonly<Record<string, string>>
  readonly host: string | null
  /** Links that the host has made and nobody may have used yet. */
  readonly invites: Readonly<Record<string, string>>
  readonly since: number
  /** The hash that the table published before the dice, and what the seats of this browser added to them. */
  readonly dice: DiceMemory
}

const PLACE = 'spieltisch.tables'
const LEARNED = 'spieltisch.learned-tables'
const BEFORE = 'spieltisch.learned' // where their names stood before lessons were remembered there
const NOTHING: Held = { seats: {}, host: null, invites: {}, since: 0, dice: { commitment: '', contributions: {} } }

/** The tables of the house that this browser has been told of. */
function learned(): string[] {
  const before = localStorage.getItem(BEFORE) ?? ''
  return (localStorage.getItem(LEARNED) ?? (before.startsWith('{') ? '' : before)).split(' ')
}

function remembered(): Record<string, Held> {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Partial<Held>>
    return Object.fromEntries(Object.entries(kept).map(([table, held]) => [table, { ...NOTHING, ...held }]))
  } catch {
    return {}
  }
}

class Seats {
  private held = $state.raw<Readonly<Record<string, Held>>>(remembered())
  readonly tables: readonly string[] = $derived(
    Object.keys(this.held).sort((a, b) => this.at(b).since - this.at(a).since),
  )

  constructor() {
    addEventListener('storage', (event) => {
      if (event.key === PLACE) this.held = remembered()
    })
  }

  at(table: string): Held {
    return this.held[table] ?? NOTHING
  }

  keys(table: string): string[] {
    const { seats, host } = this.at(table)
    const keys = Object.values(seats)
    return host === null ? keys : [...keys, host]
  }

  add(table: string, more: Partial<Held>): void {
    const now = remembered()
    const old = now[table] ?? { ...NOTHING, since: Date.now() }
    this.write({
      ...now,
      [table]: {
        seats: { ...old.seats, ...more.seats },
        host: more.host ?? old.host,
        invites: { ...old.invites, ...more.invites },
        since: old.since,
        dice: old.dice,
      },
    })
  }

  /** Somebody has taken these seats: the links to them have lapsed. */
  taken(table: string, numbers: readonly number[]): void {
    const old = this.at(table)
    const left = Object.entries(old.invites).filter(([seat]) => !numbers.includes(Number(seat)))
    if (left.length < Object.keys(old.invites).length)
      this.write({ ...remembered(), [table]: { ...old, invites: Object.fromEntries(left) } })
  }

  /** What a seat adds to the dice: random, and the same if it is asked again. */
  contribution(table: string, commitment: string, seat: number): string {
    const old = this.at(table)
    const kept = old.dice.commitment === commitment ? old.dice.contributions : {}
    const contribution = kept[seat] ?? randomHex()
    const dice = { commitment, contributions: { ...kept, [seat]: contribution } }
    this.write({ ...remembered(), [table]: { ...old, dice } })
    return contribution
  }

  /** Sat down with an invitation; `dice` if that was early enough to add to them. */
  sat(table: string, seat: number, key: string, dice: DiceMemory | null): void {
    const old = this.at(table)
    const contributions = { ...old.dice.contributions, ...dice?.contributions }
    this.write({
      ...remembered(),
      [table]: {
        ...old,
        since: old.since || Date.now(),
        seats: { ...old.seats, [seat]: key },
        dice: dice === null ? old.dice : { commitment: dice.commitment, contributions },
      },
    })
  }

  /** The tables of this house that were opened elsewhere on its machine, each once: what is forgotten stays so. */
  async learn(): Promise<void> {
    const key = await houseKey.settled()
    if (key === undefined) return
    const { tables, damaged } = await get<MyTables>('mine', key)
    const known = new Set([...learned(), ...Object.keys(remembered())])
    const isNew = (table: string) => !known.has(table) || (table in remembered() && this.keys(table).length === 0)
    for (const { table, host, seats } of [...tables].reverse().filter((each) => isNew(each.table)))
      this.add(table, { host, seats: Object.fromEntries(seats.map(({ seat, key }) => [seat, key!])) })
    for (const table of damaged.filter((each) => !known.has(each))) this.add(table, {}) // its keys are not known
    localStorage.setItem(LEARNED, [...tables.map(({ table }) => table), ...damaged].join(' '))
  }

  forget(table: string): void {
    const { [table]: _, ...others } = remembered()
    this.write(others)
  }

  private write(held: Record<string, Held>): void {
    this.held = held
    try {
      localStorage.setItem(PLACE, JSON.stringify(held))
    } catch {
      // A private window may forbid it; then the keys last as long as the page.
    }
  }
}

export const seats = new Seats()
