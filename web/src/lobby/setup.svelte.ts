import { post } from '../house/api'
import { houseKey } from '../house/key.svelte'
import { info } from '../house/info.svelte'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import { openedHere } from '../table/first.svelte'
import { clockOf } from './clocks'
import type { GameInfo, OptionInfo, TableOpened, VariantInfo } from '../wire/api'

export const ME = 'me'
export const BESIDE = 'beside' // the person beside me, at this screen
export const OPEN = 'open' // a friend by link

const SEATS = 6
const PLACE = 'spieltisch.setups'

interface Kept {
  variant: string
  players: number
  who: string[]
  options: Record<string, string>
  games: number
  coach?: boolean
  clock?: string
  discreet?: boolean
}

/** Who sits where, and what is played: everything that is chosen before a table is opened. */
export class Setup {
  variant = $state('')
  players = $state(2)
  /** By seat, also of those that are not at the table now, so that adding a seat again finds what was chosen. */
  who = $state<string[]>([])
  names = $state<string[]>(Array<string>(SEATS).fill(''))
  options = $state<Record<string, string>>({})
  games = $state(1)
  /** Everybody who plays here may ask the coach. */
  coach = $state(false)
  /** The name of a clock; empty: none. */
  clock = $state('')
  /** Dice, tiles and cards lie on the real table; people tap what they show. Never on by itself. */
  real = $state(false)
  /** At a real table nobody enters what only one person sees. */
  discreet = $state(true)
  /** Simple programs are offered as opponents too. */
  programs = $state(false)

  constructor(readonly game: GameInfo, real = false) {
    this.real = real
    const kept = remembered()[this.place]
    const bots = info.house?.bots ?? []
    const usual = real ? BESIDE : (info.house?.usual ?? OPEN) // around a real box sit people
    const known = [ME, BESIDE, OPEN, ...bots.map((bot) => bot.name)]
    this.who = Array.from({ length: SEATS }, (_, seat) => {
      const last = kept?.who[seat]
      return last !== undefined && known.includes(last) ? last : seat === 0 ? ME : usual
    })
    this.choose(game.variants.some((each) => each.name === kept?.variant) ? kept!.variant : game.variants[0]!.name)
    if (kept === undefined) return
    if (this.counts.includes(kept.players)) this.players = kept.players
    this.games = kept.games
    this.coach = kept.coach === true
    this.clock = kept.clock ?? ''
    this.discreet = kept.discreet !== false
    for (const option of this.chosen.options) {
      const value = kept.options[option.name]
      if (option.choices.some((choice) => choice.value === value)) this.options[option.name] = value!
    }
  }

  get chosen(): VariantInfo {
    return this.game.variants.find((each) => each.name === this.variant)!
  }

  get counts(): readonly number[] {
    return this.chosen.players
  }

  /** What is played on or with, where there is a choice: nearly another game. The other options can wait. */
  get boards(): readonly OptionInfo[] {
    return this.chosen.options.filter(({ kind, choices }) => kind === 'file' && choices.length > 1)
  }

  /** With another variant the options begin anew, and so many sit down as it allows. */
  choose(variant: string): void {
    this.variant = variant
    if (!this.counts.includes(this.players)) this.players = this.counts[0]!
    this.options = Object.fromEntries(this.chosen.options.map((option) => [option.name, option.default]))
  }

  /** With a deck, a sheet or options that somebody has kept here under this name. */
  take(name: string): void {
    const made = this.game.own.find((each) => each.name === name)
    const option = this.chosen.options.find((each) => each.kind === 'file' && each.choices.some(({ value }) => value === name))
    this.options = { ...this.options, ...made?.options, ...(option === undefined ? {} : { [option.name]: name }) }
  }

  /** Whether something can stay secret from the house: with the real box, among people. */
  get mayBeDiscreet(): boolean {
    return this.real && this.game.discreet && this.players > 1 && this.level === null
  }

  get isDiscreet(): boolean {
    return this.mayBeDiscreet && this.discreet
  }

  /** Only one seat is mine: who sat there before gets mine. */
  seat(seat: number, who: string): void {
    if (who === ME) {
      const before = this.who.indexOf(ME)
      if (before >= 0 && before !== seat) this.who[before] = this.who[seat]!
    }
    this.who[seat] = who
  }

  /** Somebody at this screen plays. */
  get isMine(): boolean {
    return this.who.slice(0, this.players).some((who) => who === ME || who === BESIDE)
  }

  /** The bots at the table play at this level: empty where they differ, or are no levels; null where there are none. */
  get level(): string | null {
    const bots = new Set(this.who.slice(0, this.players).filter((who) => info.bot(who) !== undefined))
    const [one] = bots
    if (one === undefined) return null
    return bots.size === 1 && info.bot(one)!.level > 0 ? one : ''
  }

  /** All bots play at this level, also those that may still sit down. */
  playAt(level: string): void {
    this.who = this.who.map((who) => (info.bot(who) === undefined ? who : level))
  }

  async open(): Promise<string> {
    this.remember()
    const wanted = {
      game: this.game.name,
      variant: this.variant,
      seats: this.who.slice(0, this.players).map((who, seat) => this.wanted(who, seat)),
      options: Object.fromEntries(this.chosen.options.map(({ name, default: usual }) => [name, this.options[name] ?? usual])),
      games: this.games,
      clock: this.isDiscreet ? null : clockOf(this.clock),
      dice: this.real ? 'real' : 'checkable',
      discreet: this.isDiscreet,
    }
    const opened = await post<TableOpened>(`tables?lang=${settings.language}`, wanted, houseKey.get())
    const own: Record<string, string> = {}
    const invites: Record<string, string> = {}
    for (const { seat, key, invite } of opened.seats) {
      if (key !== null) own[seat] = key
      if (invite !== null) invites[seat] = invite
    }
    seats.add(opened.table, { seats: own, host: opened.host, invites })
    if (Object.keys(invites).length === 0 && !this.real) openedHere(opened.table) // to others the dice have fallen already
    return opened.table
  }

  private wanted(who: string, seat: number): { who: string; name: string; coach: boolean } {
    const { coach } = this
    if (who === ME) return { who: 'person', name: settings.name.trim(), coach }
    if (who === BESIDE) return { who: 'person', name: this.names[seat]!.trim(), coach }
    return { who, name: '', coach: coach && who === OPEN }
  }

  /** Who sits around the real box is remembered apart: the next table here has none again. */
  private get place(): string {
    return this.real ? `${this.game.name} real` : this.game.name
  }

  private remember(): void {
    const { variant, players, who, options, games, coach, clock, discreet } = this
    const kept: Kept = $state.snapshot({ variant, players, who, options, games, coach, clock, discreet })
    try {
      localStorage.setItem(PLACE, JSON.stringify({ ...remembered(), [this.place]: kept }))
    } catch {
      // A private window may forbid it.
    }
  }
}

function remembered(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}
