import { online } from 'svelte/reactivity/window'
import { isStill, settings } from '../house/settings.svelte'
import { seats } from '../house/seats.svelte'
import { say } from '../house/texts.svelte'
import { Connection, isAdvice, isExplained, isInvite, isMoves, isPreview, isRefusal, type Answer, type Question } from '../wire/connection'
import type { Advised, Gestured, Happened, Scene, Sentence } from '../wire/messages'
import { ChatHeard } from './chat.svelte'
import { refused } from './headline'

const DECISION = 700 // so long a decision of somebody else is seen before the next
const PATIENCE = 2500 // and so long all that wait together may take
const BLINK = 900 // a shorter break is not worth a word
const LONG = 1500 // an answer that takes longer may not come: the line can be dead without anybody having said so

interface Picture {
  readonly version: number
  readonly scene: Scene
  readonly events: readonly Happened[]
}

export interface Floating {
  readonly id: number
  readonly seat: number
  readonly gesture: Gestured['gesture']
}

/** One table as this browser shows it. */
export class TableShown {
  /** What is shown; it may be some moments behind what the server has said. */
  scene = $state.raw<Scene | null>(null)
  /** What led to it from what was shown before; where pictures were left out, so are their events. */
  events = $state.raw<readonly Happened[]>([])
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

  /** Of what is shown: a decision is made on what one sees. */
  private version = 0
  private open = $state(false)
  private late = $state(false)
  private readonly connection: Connection
  private queue: Picture[] = []
  private shownAt = 0
  private waitingSince = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private blink: ReturnType<typeof setTimeout> | undefined
  private floated = 0
  private language: string = settings.language

  constructor(readonly table: string) {
    this.chat = new ChatHeard(table)
    this.connection = new Connection(table, seats.keys(table), settings.language, null, {
      scene: (version, scene, events, own, fresh) => this.take({ version, scene, events }, own, fresh),
      gesture: (gesture) => this.float(gesture),
      chat: (lines) => this.chat.hear(lines),
      state: (state) => this.notice(state === 'open'),
      trouble: (text) => (this.refusal = { text, paragraph: '' }),
      otherLog: () => (this.otherLog = true),
      contribution: (commitment, seat) => seats.contribution(table, commitment, seat),
    })
  }

  close(): void {
    clearTimeout(this.timer)
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
    if (this.busy) return
    this.busy = true
    const version = this.version
    this.catchUp()
    const timer = setTimeout(() => (this.late = true), LONG)
    try {
      await this.ask({ do: 'play', seat, move, version })
    } finally {
      clearTimeout(timer)
      this.late = false
      this.busy = false
    }
  }

  async undo(seat: number): Promise<void> {
    await this.ask({ do: 'undo', seat, version: this.version })
  }

  async preview(seat: number, move: unknown): Promise<{ sentences: readonly Sentence[]; picture: unknown } | null> {
    const scene = this.scene
    const answer = await this.ask({ do: 'preview', seat, move }, () => this.busy || this.latest !== scene)
    return isPreview(answer) ? answer : null
  }

  /** Every move that a seat may make now, in writing. */
  async moves(seat: number): Promise<readonly string[]> {
    const answer = await this.ask({ do: 'moves', seat })
    return isMoves(answer) ? answer.moves : []
  }

  /** What the coach would do; null if it was refused or the line broke. */
  async advice(seat: number): Promise<Advised | null> {
    const answer = await this.ask({ do: 'advice', seat })
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
    if (this.queue.length === 0) this.waitingSince = performance.now()
    this.queue.push(picture)
    if (own || fresh || isStill() || document.hidden) this.catchUp()
    else this.schedule()
  }

  private catchUp(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const last = this.queue.at(-1)
    this.queue = []
    if (last !== undefined) this.show(last)
  }

  private schedule(): void {
    if (this.timer !== undefined || this.queue.length === 0) return
    this.timer = setTimeout(() => this.showNext(), this.pause(this.queue[0]!.scene))
  }

  private showNext(): void {
    this.timer = undefined
    this.show(this.queue.shift()!)
    this.schedule()
  }

  private pause(next: Scene): number {
    if (!isDecisionOfAnother(this.scene, next)) return 0
    const now = performance.now()
    const each = Math.min(DECISION, (this.waitingSince + PATIENCE - now) / this.queue.length)
    return Math.max(0, this.shownAt + each - now)
  }

  private show({ version, scene, events }: Picture): void {
    this.version = version
    this.scene = scene
    seats.taken(this.table, scene.seats.flatMap((seat, number) => (seat.who === 'person' ? [number] : [])))
    this.events = events
    this.shownAt = performance.now()
  }

  private float({ seat, gesture }: Gestured): void {
    const id = this.floated++
    this.gestures = [...this.gestures.filter((each) => each.seat !== seat), { id, seat, gesture }]
    setTimeout(() => (this.gestures = this.gestures.filter((each) => each.id !== id)), 4000)
  }
}

/** Somebody else has done something, and this seat is not in the middle of its own decision. */
function isDecisionOfAnother(before: Scene | null, now: Scene): boolean {
  if (before === null || now.events <= before.events) return false
  const mayAct = (scene: Scene) => scene.looking !== null && scene.seats[scene.looking]?.decides === true
  return !(mayAct(before) && mayAct(now))
}
