import type { Summaries, Summary } from '../wire/api'
import { post } from './api'
import { info } from './info.svelte'
import { mark, notify, withdraw } from './notices'
import { seats } from './seats.svelte'
import { settings } from './settings.svelte'
import { say } from './texts.svelte'

const OFTEN = 30_000 // milliseconds between two looks at the other tables
const MOST = 30 // so many of them are asked about, the newest

/** At which tables it is the turn of whoever sits in front of this browser, and how they are told. */
export class Waiting {
  private at = $state.raw<ReadonlyMap<string, string>>(new Map()) // with their games
  private over = new Set<string>() // nobody asks about those again

  constructor(private readonly tell: (table: string, game: string) => void = () => {}) {}

  /** How many tables wait, besides this one. */
  elsewhere(table = ''): number {
    return this.at.size - Number(this.at.has(table))
  }

  /** The title of a tab: in front of it how many other tables wait. */
  titled(title: string, table = ''): string {
    const others = this.elsewhere(table)
    return others > 0 ? `(${others}) ${title}` : title
  }

  get all(): number {
    return this.at.size
  }

  /** One of them, if there is one. */
  get first(): { readonly table: string; readonly game: string } | undefined {
    for (const [table, game] of this.at) return { table, game }
    return undefined
  }

  /** Whether it is my turn at a table. Whoever does not look at it is told when that begins. */
  set(table: string, game: string, mine: boolean): void {
    if (mine === this.at.has(table)) return
    const now = new Map(this.at)
    if (mine) now.set(table, game)
    else now.delete(table)
    this.at = now
    if (mine) this.tell(table, game)
    else void withdraw(table)
  }

  learn(summaries: readonly Summary[]): void {
    for (const { table, game, stage, waiting } of summaries) {
      if (stage === 'over') this.over.add(table)
      this.set(table, game, stage === 'playing' && waiting.some((seat) => seat in seats.at(table).seats))
    }
  }

  /** Forgotten tables wait for nobody here. */
  private tidy(known: readonly string[]): void {
    for (const table of this.at.keys()) if (!known.includes(table)) this.set(table, '', false)
  }

  /** Looks at all other tables again and again; `here` is the one on the screen, which tells by itself. */
  watch(here: string): () => void {
    const look = async (): Promise<void> => {
      const mine = seats.tables.filter((table) => Object.keys(seats.at(table).seats).length > 0)
      this.tidy([...mine, here])
      const tables = mine.filter((table) => table !== here && !this.over.has(table)).slice(0, MOST)
      if (tables.length === 0) return
      try {
        this.learn((await post<Summaries>('summaries', { tables })).tables)
      } catch {
        // It is asked again soon.
      }
    }
    void look()
    const timer = setInterval(() => void look(), OFTEN)
    return () => clearInterval(timer)
  }
}

export const waiting = new Waiting((table, game) => {
  if (settings.notices && document.hidden) void notify(table, say('your_turn'), info.game(game)?.title ?? '')
})

$effect.root(() => {
  $effect(() => mark(waiting.all))
})
