import type { ChatLine } from '../wire/messages'

const PLACE = 'spieltisch.read'
const MOST = 50 // tables of which it is remembered how far somebody has read

type Read = readonly (readonly [table: string, number: number])[]

/** What people have said at a table, and how far this person has read. */
export class ChatHeard {
  lines = $state.raw<readonly ChatLine[]>([])
  private read = $state(0)

  constructor(private readonly table: string) {
    this.read = new Map(remembered()).get(table) ?? 0
  }

  /** Lines come again to whoever comes back. */
  hear(lines: readonly ChatLine[]): void {
    const known = new Set(this.lines.map(({ number }) => number))
    const fresh = lines.filter(({ number }) => !known.has(number))
    if (fresh.length > 0) this.lines = [...this.lines, ...fresh].sort((a, b) => a.number - b.number)
  }

  forget(): void {
    this.lines = []
  }

  /** What others have said since this person last looked. */
  unread(mine: (seat: number) => boolean): readonly ChatLine[] {
    return this.lines.filter(({ number, seat }) => number > this.read && !mine(seat))
  }

  readAll(): void {
    const last = this.lines.at(-1)?.number ?? 0
    if (last <= this.read) return
    this.read = last
    const others = remembered().filter(([table]) => table !== this.table)
    try {
      localStorage.setItem(PLACE, JSON.stringify([[this.table, last], ...others].slice(0, MOST)))
    } catch {
      // A private window may forbid it; then it lasts as long as the page.
    }
  }
}

function remembered(): Read {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Read
  } catch {
    return []
  }
}
