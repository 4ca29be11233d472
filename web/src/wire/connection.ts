import type { Advised, Change, ChatLine, ChatLines, CorrectionShown, Explained, FromServer, Gestured, Happened, Invited, MovesListed, PossibleListed, Previewed, Refusal, Scene, Whole } from './messages'
import { headOf, keepHead, type Head } from './heads'
import { patched } from './patch'
import { setHouseNow } from './time'
import { base } from './base'

export type Question =
  | { do: 'ready'; seat: number; contribution: string }
  | { do: 'play'; seat: number; move: unknown; version: number }
  | { do: 'show'; seat: number; move: unknown; version: number }
  | { do: 'correct'; seat: number; event: number; move: unknown; version: number }
  | { do: 'possible'; seat: number; event: number | null; held?: readonly unknown[] | null }
  | { do: 'correction'; seat: number; event: number; move: unknown }
  | { do: 'preview'; seat: number; move: unknown; event?: number | null }
  | { do: 'advice'; seat: number; held?: readonly unknown[] }
  | { do: 'call_coach'; seat: number }
  | { do: 'moves'; seat: number; event?: number | null }
  | { do: 'why'; event: number | null }
  | { do: 'undo'; seat: number; version: number }
  | { do: 'agree'; seat: number; wish: number; yes: boolean }
  | { do: 'withdraw'; wish: number }
  | { do: 'replace'; seat: number; bot: string }
  | { do: 'return'; seat: number }
  | { do: 'leave'; seat: number }
  | { do: 'invite'; seat: number }
  | { do: 'rematch' }
  | { do: 'chat'; seat: number; text: string }
  | { do: 'call_time'; seat: number }
  | { do: 'settle'; chat?: boolean; listed?: boolean }

export type Answer = Exclude<FromServer, Whole | Gestured | ChatLines>

export interface Listener {
  /** The scene of a version, and what led to it; `own` if this client brought it about, `fresh` if it came whole. */
  scene(version: number, scene: Scene, events: readonly Happened[], own: boolean, fresh: boolean): void
  gesture(gesture: Gestured): void
  /** What people have said; some of it perhaps once more. */
  chat(lines: readonly ChatLine[]): void
  state(state: 'connecting' | 'open' | 'away'): void
  trouble(text: string): void
  /** The log of the table is not the one that this browser has seen before. */
  otherLog(): void
  /** What a seat adds to the dice, now that the table has published the hash of its secret. */
  contribution(commitment: string, seat: number): string
}

interface Waiting {
  question: string
  resolve(answer: Answer): void
  /** Sent again after a break: the server plays a move with the same id only once. */
  again: boolean
}

const SLOWEST = 5000 // milliseconds between two attempts to come back
const PULSE = 25_000 // so often we feel whether the line is still alive,
const PATIENCE = 6000 // and so long we wait for the answer
const ONLY_QUESTIONS: ReadonlySet<string> = new Set(['preview', 'advice', 'moves', 'why', 'chat', 'possible', 'correction'])

/** One table over one socket. It comes back by itself, and what was asked before the break is asked again. */
export class Connection {
  private socket: WebSocket | null = null
  private scene: Scene | null = null
  private claimed: Head | null = null // what the last hello said that we know
  private trusted = true
  private added = new Set<number>()
  private waiting = new Map<string, Waiting>()
  private closed = false
  private pause = 250
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly pulse: ReturnType<typeof setInterval>
  private heard = 0

  constructor(
    private readonly table: string,
    private keys: readonly string[],
    private language: string,
    private looking: number | null,
    private readonly listener: Listener,
  ) {
    this.open()
    this.pulse = setInterval(this.feel, PULSE)
    addEventListener('online', this.feel)
    document.addEventListener('visibilitychange', this.feel)
  }

  ask(question: Question): Promise<Answer> {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
    const text = JSON.stringify({ ...question, id })
    return new Promise((resolve) => {
      this.waiting.set(id, { question: text, resolve, again: !ONLY_QUESTIONS.has(question.do) })
      this.send(text)
    })
  }

  gesture(seat: number, gesture: string): void {
    this.send(JSON.stringify({ do: 'gesture', seat, gesture }))
  }

  look(seat: number): void {
    this.looking = seat
    this.send(JSON.stringify({ do: 'look', seat }))
  }

  speak(language: string): void {
    this.language = language
    this.send(JSON.stringify({ do: 'speak', language }))
  }

  /** With other keys: somebody has sat down here. */
  hold(keys: readonly string[], looking: number | null): void {
    this.keys = keys
    this.looking = looking
    this.hello()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.pulse)
    removeEventListener('online', this.feel)
    document.removeEventListener('visibilitychange', this.feel)
    const socket = this.socket
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket?.close()
  }

  /** A line can be dead without anybody having said so: after a sleep, or in a tunnel. */
  private feel = (): void => {
    if (this.closed || document.hidden) return
    if (this.socket === null) {
      clearTimeout(this.timer)
      this.open()
    } else if (this.socket.readyState === WebSocket.OPEN) {
      const asked = performance.now()
      const socket = this.socket
      void this.ask({ do: 'why', event: null })
      setTimeout(() => {
        if (this.heard < asked && this.socket === socket && !this.closed) this.lose(socket)
      }, PATIENCE)
    }
  }

  private open(): void {
    this.listener.state('connecting')
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${base}/api/tables/${this.table}/socket`)
    this.socket = socket
    socket.onopen = () => {
      this.hello()
      for (const [id, { question, again }] of this.waiting) {
        if (again) this.send(question)
        else this.settle(id, unanswered(id))
      }
    }
    socket.onmessage = (event) => {
      if (this.socket !== socket) return
      this.heard = performance.now()
      this.take(JSON.parse(String(event.data)) as FromServer)
    }
    socket.onclose = () => this.lose(socket)
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return
    this.socket = null
    if (this.closed) return
    socket.close()
    this.listener.state('away')
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2))
    this.pause = Math.min(SLOWEST, this.pause * 2)
  }

  private hello(): void {
    this.claimed = headOf(this.table)
    const known = this.claimed?.version ?? null
    this.send(JSON.stringify({ do: 'hello', keys: this.keys, language: this.language, looking: this.looking, known }))
  }

  private send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text)
  }

  private take(message: FromServer): void {
    switch (message.type) {
      case 'whole':
        this.pause = 250
        this.listener.state('open')
        this.compare(message.known)
        if (message.now != null) setHouseNow(message.now)
        this.keep(message.version, message.head)
        this.scene = message.scene
        this.addToTheDice(message.scene)
        this.listener.scene(message.version, message.scene, [], false, true)
        return
      case 'change':
        if (this.scene === null) return
        this.keep(message.version, message.head)
        this.scene = patched(this.scene, message.patch)
        this.addToTheDice(this.scene)
        this.listener.scene(
          message.version,
          this.scene,
          message.rewound == null ? message.events : [],
          message.done != null,
          false,
        )
        if (message.done != null) this.settle(message.done, message)
        return
      case 'gestured':
        this.listener.gesture(message)
        return
      case 'chat':
        this.listener.chat(message.lines)
        return
      case 'trouble':
        // It does not say which question it means: none of them waits any longer.
        for (const id of this.waiting.keys()) this.settle(id, unanswered(id))
        this.listener.trouble(message.text)
        return
      default:
        this.settle(message.id, message)
    }
  }

  private compare(known: string | null | undefined): void {
    if (known == null || this.claimed === null || known === this.claimed.head) return
    this.trusted = false
    this.listener.otherLog()
  }

  /** What was seen before stays the measure: whoever comes back to another log is told again. */
  private keep(version: number, head: string | null | undefined): void {
    if (this.trusted && head != null) keepHead(this.table, { version, head })
  }

  /** Every seat of this browser adds a random number, after the table has published the hash of its secret. */
  private addToTheDice(scene: Scene): void {
    if (scene.stage !== 'gathering') return
    scene.seats.forEach((seat, number) => {
      if (seat.ready) this.added.delete(number) // whoever leaves and returns adds again
      if (!seat.yours || seat.ready || seat.who !== 'person' || this.added.has(number)) return
      this.added.add(number)
      void this.ask({ do: 'ready', seat: number, contribution: this.listener.contribution(scene.dice.commitment, number) })
    })
  }

  private settle(id: string, answer: Answer): void {
    this.waiting.get(id)?.resolve(answer)
    this.waiting.delete(id)
  }
}

const unanswered = (id: string): Refusal => ({ type: 'refused', id, text: '', paragraph: '' })
export const isRefusal = (answer: Answer): answer is Refusal => answer.type === 'refused'
export const isPreview = (answer: Answer): answer is Previewed => answer.type === 'previewed'
export const isAdvice = (answer: Answer): answer is Advised => answer.type === 'advised'
export const isMoves = (answer: Answer): answer is MovesListed => answer.type === 'moves'
export const isPossible = (answer: Answer): answer is PossibleListed => answer.type === 'possible'
export const isCorrection = (answer: Answer): answer is CorrectionShown => answer.type === 'correction'
export const isExplained = (answer: Answer): answer is Explained => answer.type === 'explained'
export const isInvite = (answer: Answer): answer is Invited => answer.type === 'invited'
export const isChange = (answer: Answer): answer is Change => answer.type === 'change'
