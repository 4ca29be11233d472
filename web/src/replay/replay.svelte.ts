import { get } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import type { Position, Seen } from '../wire/api'
import type { Happened, Scene } from '../wire/messages'

const STEP = 1100 // milliseconds between two sentences when it runs by itself

/** A table, position by position. */
export class ReplayShown {
  scene = $state.raw<Scene | null>(null)
  position = $state.raw<Position | null>(null)
  /** What led to this position, if it came after the one that was shown. */
  events = $state.raw<readonly Happened[]>([])
  /** The seat through whose eyes; null for what everybody sees. */
  seat = $state<number | null>(null)
  /** So many events have happened; the picture may still be on its way. */
  at = $state(0)
  running = $state(false)

  private positions = new Map<string, Promise<Position>>()
  private settling: Promise<void> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: string) {}

  get last(): number {
    return this.scene?.events ?? 0
  }

  /** Where something was said; between them lie draws and other small things. */
  get stops(): readonly number[] {
    const said = this.scene?.log.map((line) => line.event + 1) ?? []
    return [...new Set([0, ...said, this.last])].sort((a, b) => a - b)
  }

  /** How many of them lie behind: nobody counts the draws between them. */
  get place(): number {
    return this.stops.filter((stop) => stop <= this.at).length - 1
  }

  async load(at: number | null): Promise<void> {
    const held = seats.at(this.table).seats
    const [number, key] = Object.entries(held)[0] ?? [null, undefined]
    const { scene } = await get<Seen>(`tables/${this.table}?lang=${settings.language}`, key)
    const first = this.scene === null
    this.scene = scene
    this.positions.clear()
    if (first && number !== null && scene.stage !== 'gathering') this.seat = Number(number)
    await this.go(first ? (at ?? 0) : this.at)
  }

  async go(at: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.last, Number.isFinite(at) ? Math.trunc(at) : 0))
    this.settling ??= this.settle().finally(() => (this.settling = null))
    await this.settling
  }

  /** The next stop in this direction. */
  next(from: number, direction: 1 | -1 = 1): number {
    const stops = direction > 0 ? this.stops : [...this.stops].reverse()
    return stops.find((stop) => (stop - from) * direction > 0) ?? (direction > 0 ? this.last : 0)
  }

  async look(seat: number | null): Promise<void> {
    await this.settling
    this.seat = seat
    await this.go(this.at)
  }

  run(): void {
    if (this.at >= this.last) this.at = 0
    this.running = true
    const step = async (): Promise<void> => {
      await this.go(this.next(this.at))
      if (this.at >= this.last) this.stop()
      else if (this.running) this.timer = setTimeout(() => void step(), STEP)
    }
    void step()
  }

  stop(): void {
    this.running = false
    clearTimeout(this.timer)
  }

  /** Fetches what is wanted until that is what is shown: whoever drags the slider does not wait for every position. */
  private async settle(): Promise<void> {
    let wanted: number
    do {
      wanted = this.at
      const next = await this.fetch(wanted)
      this.events = next.happened !== null && next.event > (this.position?.event ?? wanted) ? [next.happened] : []
      this.position = next
    } while (this.at !== wanted)
    const next = this.next(wanted)
    if (next !== wanted) void this.fetch(next).catch(() => {})
  }

  private fetch(event: number): Promise<Position> {
    const seat = this.seat
    const place = `${event}?lang=${settings.language}${seat === null ? '' : `&seat=${seat}`}`
    let position = this.positions.get(place)
    if (position === undefined) {
      const key = seat === null ? undefined : (seats.at(this.table).seats[seat] ?? Object.values(seats.at(this.table).seats)[0])
      position = get<Position>(`tables/${this.table}/positions/${place}`, key)
      this.positions.set(place, position)
      position.catch(() => this.positions.delete(place))
    }
    return position
  }
}
