import { online } from 'svelte/reactivity/window'
import { get } from '../house/api'
import { info } from '../house/info.svelte'
import { paceNow, settings } from '../house/settings.svelte'
import { seats } from '../house/seats.svelte'
import { say } from '../house/texts.svelte'
import type { EventSeen, EventsSince } from '../wire/api'
import { Connection, isAdvice, isCorrection, isExplained, isInvite, isMoves, isPossible, isPreview, isRefusal, type Answer, type Question } from '../wire/connection'
import type { Advised, CorrectionShown, Gestured, Happened, PossibleListed, Scene, Sentence } from '../wire/messages'
import { Following, type Picture } from './following.svelte'
import { ChatHeard } from './chat.svelte'
import { refused } from './headline'
import { beginning } from './moment'
import { hasten, rest } from './rest'

const BLINK = 900 // a shorter break is not worth a word
const LONG = 1500 // an answer that takes longer may not come: the line can be dead without anybody having said so

export interface Floating {
  readonly id: number
  readonly seat: number
  readonly gesture: Gestured['gesture']
}

/** One table as this browser shows it. */
export class TableShown {
  /** What is shown may be some moments behind what the server has said. */
  readonly following = new Following(paceNow, { rest, hasten, seen: () => !document.hidden })
  /** The connection has been gone for longer than a blink. */
  lost = $state(false)
  /** The log of this table is not the one that this browser has seen before; that stays so. */
  otherLog = $state(false)
  /** A move is on its way. */
  busy = $state(false)
  /** It is on its way, and there is no line, or nobody answers. It is kept, and sent again when the line is back. */
  waits = $derived.by(() => this.busy && (!this.open || this.late || online.current === false))
  refusal = $state.raw<Sentence | null>(null)
  gestures = $state.raw<readonly Floating[]>([])
  readonly chat: ChatHeard

  /** What the server has said last. */
  latest: Scene | null = null

  private open = $state(false)
  private late = $state(false)
  private readonly connection: Connection
  private blink: ReturnType<typeof setTimeout> | undefined
  private floated = 0
  private language: string = settings.language

  /** With the keys of this browser; a screen for all brings none, and is told no secret. */
  constructor(
    readonly table: string,
    keys: readonly string[] = seats.keys(table),
  ) {
    this.chat = new ChatHeard(table)
    this.connection = new Connection(table, keys, settings.language, null, {
      scene: (version, scene, events, own, fresh) => this.take({ version, scene, events }, own, fresh),
      gesture: (gesture) => this.float(gesture),
      chat: (lines) => this.chat.hear(lines),
      state: (state) => this.notice(state === 'open'),
      trouble: (text) => (this.refusal = { text, paragraph: '' }),
      otherLog: () => (this.otherLog = true),
      contribution: (commitment, seat) => seats.contribution(table, commitment, seat),
    })
  }

  /** What the screen draws. */
  get scene(): Scene | null {
    return this.following.picture?.scene ?? null
  }

  /** What lies still on the screen. */
  get told(): Scene | null {
    return this.following.told
  }

  /** The one moment that the question, the log and the chips speak of: that of what is drawn. */
  get moment(): Scene | null {
    const { told, picture, begun } = this.following
    return told !== null && picture !== null && begun ? beginning(told, picture, `${say('your_turn')}.`) : told
  }

  /** What led to the scene from what was shown before; where pictures were left out, so are their events. */
  get events(): readonly Happened[] {
    return this.following.picture?.events ?? []
  }

  /** A decision is made on what one sees. */
  get version(): number {
    return this.following.picture?.version ?? 0
  }

  close(): void {
    this.following.stop()
    clearTimeout(this.blink)
    this.connection.close()
  }

  /** The keys of this browser have changed: it sits at another seat now. */
  hold(): void {
    this.connection.hold(seats.keys(this.table), this.scene?.looking ?? null)
  }

  speak(language: string): void {
    if (language !== this.language) this.connection.speak(language)
    this.language = language
  }

  look(seat: number): void {
    this.connection.look(seat)
  }

  gesture(seat: number, gesture: Gestured['gesture']): void {
    this.connection.gesture(seat, gesture)
  }

  async play(seat: number, move: unknown): Promise<void> {
    await this.send((version) => ({ do: 'play', seat, move, version }))
  }

  /** Real dice, tiles or cards show this. */
  async show(seat: number, move: unknown): Promise<void> {
    await this.send((version) => ({ do: 'show', seat, move, version }))
  }

  /** It was something else, as far as one had seen; what no longer fits is taken back. */
  async correct(seat: number, event: number, move: unknown, version: number): Promise<void> {
    await this.send(() => ({ do: 'correct', seat, event, move, version }))
  }

  /** What they can show now, or could in an event; or what the seat can hold beside this. */
  async possible(seat: number, event: number | null, held: readonly unknown[] | null = null): Promise<PossibleListed | null> {
    const answer = await this.ask({ do: 'possible', seat, event, held }, () => event === null && held === null) // somebody else has said it meanwhile
    return isPossible(answer) ? answer : null
  }

  /** What a correction would bring. */
  async correction(seat: number, event: number, move: unknown): Promise<CorrectionShown | null> {
    const answer = await this.ask({ do: 'correction', seat, event, move })
    return isCorrection(answer) ? answer : null
  }

  private async send(question: (version: number) => Question): Promise<void> {
    if (this.busy) return
    this.busy = true
    const { version } = this
    this.following.catchUp()
    const timer = setTimeout(() => (this.late = true), LONG)
    try {
      await this.ask(question(version))
    } finally {
      clearTimeout(timer)
      this.late = false
      this.busy = false
    }
  }

  async undo(seat: number): Promise<void> {
    await this.ask({ do: 'undo', seat, version: this.version })
  }

  /** What a move would bring now, or would have brought in an event that is corrected. */
  async preview(seat: number, move: unknown, event: number | null = null): Promise<{ sentences: readonly Sentence[]; picture: unknown } | null> {
    const scene = this.scene
    const answer = await this.ask({ do: 'preview', seat, move, event }, () => this.busy || this.latest !== scene)
    return isPreview(answer) ? answer : null
  }

  /** Every move that a seat may make now, or might have made in an event that is corrected, in writing. */
  async moves(seat: number, event: number | null = null): Promise<readonly string[]> {
    const answer = await this.ask({ do: 'moves', seat, event })
    return isMoves(answer) ? answer.moves : []
  }

  /** What the coach would do; null if it was refused or the line broke. */
  async advice(seat: number, held: readonly unknown[] = []): Promise<Advised | null> {
    const answer = await this.ask({ do: 'advice', seat, held })
    return isAdvice(answer) ? answer : null
  }

  async why(event: number | null): Promise<readonly Sentence[]> {
    const answer = await this.ask({ do: 'why', event })
    return isExplained(answer) ? answer.sentences : []
  }

  async invite(seat: number): Promise<void> {
    const answer = await this.ask({ do: 'invite', seat })
    if (isInvite(answer)) seats.add(this.table, { invites: { [seat]: answer.invite } })
  }

  /** Asks the table; a refusal is shown to the person, unless it comes too late to matter. */
  async ask(question: Question, late = () => false): Promise<Answer> {
    this.refusal = null
    const answer = await this.connection.ask(question)
    if (isRefusal(answer) && answer.text !== '' && !late()) this.refusal = { text: answer.text, paragraph: answer.paragraph }
    return answer
  }

  private notice(open: boolean): void {
    this.open = open
    if (open) {
      if (this.lost && info.alone) void info.again().catch(() => undefined) // it may have been started again, for others too
      clearTimeout(this.blink)
      this.blink = undefined
      this.lost = false
    } else {
      this.blink ??= setTimeout(() => (this.lost = true), BLINK)
    }
  }

  private take(picture: Picture, own: boolean, fresh: boolean): void {
    const by = own || fresh || this.latest === null ? [] : refused(this.latest, picture.scene)
    if (by.length > 0)
      this.refusal = { text: say(by.length > 1 ? 'undo_refused' : 'undo_refused_by', { name: by[0]! }), paragraph: '' }
    this.latest = picture.scene
    seats.taken(this.table, picture.scene.seats.flatMap((seat, number) => (seat.who === 'person' ? [number] : [])))
    this.following.take(picture, own, fresh)
    if (fresh) void this.lookBack(picture).catch(() => undefined) // without it the board is as true, and only less is marked
  }

  /** What has happened since the last decision of whoever comes back. */
  private async lookBack({ version, scene }: Picture): Promise<void> {
    const seat = scene.looking
    const missed = scene.events - 1 - (scene.log.filter((line) => line.seat === seat).at(-1)?.event ?? -1)
    if (seat === null || scene.stage !== 'playing' || missed <= 0) return
    const since = Math.max(0, version - missed) // far enough back where every version has brought an event
    const { events } = await get<EventsSince>(`tables/${this.table}/events?since=${since}`, seats.at(this.table).seats[seat])
    this.following.remind(version, events.filter((each): each is Happened & EventSeen => each.kind !== null))
  }

  private float({ seat, gesture }: Gestured): void {
    const id = this.floated++
    this.gestures = [...this.gestures.filter((each) => each.seat !== seat), { id, seat, gesture }]
    setTimeout(() => (this.gestures = this.gestures.filter((each) => each.id !== id)), 4000)
  }
}
