import { getContext, setContext } from 'svelte'
import type { Pace } from '../house/settings.svelte'
import type { Happened, Scene } from '../wire/messages'

const STAYS = { calm: 1500, brisk: 600, at_once: 0 } as const // so long a decision of somebody else is seen before the next
const PATIENCE = { calm: 12_000, brisk: 4000, at_once: 0 } as const // and so long all that wait together may take
const TOO_LATE = 30_000 // whoever is so far behind sees how it stands now
const UNTOLD = 2500 // so long nothing is told at most where moves come quicker than they can be shown
const MOST = 40 // pictures that can be shown again

export interface Picture {
  readonly version: number
  readonly scene: Scene
  readonly events: readonly Happened[]
}

/** What a screen still shows by itself, as the end of a turn over the next one. Until that is `settled`, it is the turn of before. */
export interface Showing {
  readonly settled: boolean
  cut(): void
}

/** How a table finds out that what it shows lies still. */
export interface Ground {
  rest(busy: () => boolean, gone: () => boolean): Promise<void>
  hasten(): void
  /** Somebody may be looking. */
  seen(): boolean
}

/**
 * What is shown of a table, a picture after the other. The screen draws `picture`; `told` is the last one that lies still. Question, log
 * and chips tell of that, and of a turn that has `begun` no more than whose it is (moment.ts): nothing is said before it is seen.
 */
export class Following {
  picture = $state.raw<Picture | null>(null)
  told = $state.raw<Scene | null>(null)
  /** Everything that is drawn lies still and has been told. */
  settled = $state(true)
  /** So many pictures wait. */
  waiting = $state(0)
  /** What has happened since the last decision of a seat of this browser. */
  since = $state.raw<readonly Happened[]>([])

  /** From one's own last decision on; the first is how it stood then. */
  private reel = $state.raw<readonly Picture[]>([])
  /** What had happened between one's own last decision and the first of these. */
  private missed: readonly Happened[] = []
  private queue: Picture[] = []
  private showings = $state.raw<readonly Showing[]>([])
  private turn = 0
  private hurried = false
  private shownAt = 0
  private movingSince = 0
  private waitingSince = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly pace: () => Pace,
    private readonly ground: Ground,
  ) {}

  /** The turn of the picture is drawn: nothing of the one before is still being shown over it. */
  get begun(): boolean {
    return this.showings.every((each) => each.settled)
  }

  /** Something is being shown that could go faster. */
  get busy(): boolean {
    return this.waiting > 0 || !this.settled
  }

  /** There is something to see again. */
  get mayRepeat(): boolean {
    return !this.busy && this.reel.slice(1).some(({ events }) => events.length > 0)
  }

  /** `own` if this browser brought it about, `fresh` if it is no continuation of what was shown. */
  take(picture: Picture, own: boolean, fresh: boolean): void {
    const known = this.queue.at(-1) ?? this.picture
    const rewound = known !== null && picture.scene.events < known.scene.events
    const begins = own || fresh || rewound || this.reel.length === 0
    this.reel = begins ? [picture] : [...this.reel, picture].slice(-MOST)
    if (begins) this.since = this.missed = []
    if (this.queue.length === 0) this.waitingSince = performance.now()
    this.queue.push(picture)
    this.waiting = this.queue.length
    const atOnce = this.pace() === 'at_once'
    if (own || fresh || rewound || !this.ground.seen() || (atOnce && this.begun)) this.skip(own, fresh)
    else if (atOnce && this.isOverdue()) this.cutShort()
    else this.schedule()
  }

  /** Whoever comes to the picture of this version from elsewhere finds marked what they have missed, too. */
  remind(version: number, events: readonly Happened[]): void {
    if (this.reel[0]?.version !== version) return // one has acted, or something was taken back
    const own = this.picture!.scene.looking
    this.missed = sinceOwn(events, own)
    this.since = sinceOwn([...this.missed, ...this.since], own)
  }

  /** All at once. */
  catchUp(): void {
    if (this.queue.length > 0) this.skip(false, false)
  }

  /** What waits goes by as quickly as it can be seen at all. */
  faster(): void {
    this.hurried = true
    for (const each of this.showings) each.cut()
    this.ground.hasten()
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.settled) this.schedule()
  }

  /** Once more what has happened since one's own last decision. */
  again(): void {
    const [first, ...others] = this.reel
    if (first === undefined || this.busy) return
    this.since = this.missed
    this.waitingSince = performance.now()
    this.queue = [...others]
    this.waiting = this.queue.length
    this.show({ ...first, events: [] }, false)
  }

  /** A screen shows something by itself; what comes after waits for it. Returns how to end that. */
  add(showing: Showing): () => void {
    this.showings = [...this.showings, showing]
    return () => (this.showings = this.showings.filter((each) => each !== showing))
  }

  stop(): void {
    clearTimeout(this.timer)
    this.turn += 1
  }

  /** What a screen shows by itself ends here, for there is more. */
  private cutShort(): void {
    for (const each of this.showings) each.cut()
    this.tell()
  }

  private skip(own: boolean, fresh: boolean): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const skipped = this.queue.slice(0, -1).flatMap(({ events }) => events)
    const last = this.queue.at(-1)!
    this.queue = []
    this.waiting = 0
    if (!own && !fresh) this.since = [...this.since, ...skipped]
    this.show(last, own, fresh)
  }

  private schedule(): void {
    const next = this.queue[0]
    if (next === undefined) this.hurried = false
    if (next === undefined || this.timer !== undefined || !this.settled) return
    const late = this.pace() === 'at_once' ? UNTOLD : TOO_LATE
    if (performance.now() > this.waitingSince + late) return this.skip(false, false)
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.queue.shift()
      this.waiting = this.queue.length
      this.show(next, false)
    }, this.stays(next.scene))
  }

  private stays(next: Scene): number {
    if (!isDecisionOfAnother(this.picture?.scene ?? null, next)) return 0
    const now = performance.now()
    const pace = this.pace()
    const left = (this.waitingSince + PATIENCE[pace] - now) / this.queue.length
    return Math.max(0, this.shownAt + (this.hurried ? 100 : Math.min(STAYS[pace], left)) - now)
  }

  private show(picture: Picture, own: boolean, fresh = false): void {
    const before = this.picture?.scene ?? null
    const rewound = before !== null && picture.scene.events < before.events
    const chance = picture.events.some(({ seat }) => seat < 0)
    const goesOn = mayAct(before) && mayAct(picture.scene) && !(own && chance) // nobody is kept waiting in the middle of a decision
    this.picture = picture
    this.since = own ? [] : this.lookedBack(picture)
    if (fresh || rewound || goesOn) this.tell()
    else if (picture.events.length > 0 && !this.isOverdue()) void this.settle()
    else if (this.settled || this.isOverdue()) this.tell()
  }

  /** What of this and before came after one's own last decision; whoever watches has none to look back to. */
  private lookedBack({ scene, events }: Picture): readonly Happened[] {
    const before = scene.looking === null ? [] : this.since.filter((each) => each.number < scene.events)
    return sinceOwn([...before, ...events], scene.looking)
  }

  private isOverdue(): boolean {
    return !this.settled && performance.now() > this.movingSince + UNTOLD
  }

  /** Waits until the board lies still. If another picture comes before, that one is waited for. */
  private async settle(): Promise<void> {
    const turn = ++this.turn
    if (this.settled) this.movingSince = performance.now()
    this.settled = false
    await this.ground.rest(
      () => !this.begun,
      () => turn !== this.turn,
    )
    if (turn === this.turn) this.tell()
  }

  private tell(): void {
    this.turn += 1
    this.told = this.picture!.scene
    this.settled = true
    this.shownAt = performance.now()
    this.schedule()
  }
}

const sinceOwn = (events: readonly Happened[], own: number | null): readonly Happened[] =>
  events.slice(events.map(({ seat }) => seat).lastIndexOf(own ?? NaN) + 1)

const mayAct = (scene: Scene | null): boolean => scene !== null && scene.looking !== null && scene.seats[scene.looking]?.decides === true

/** Somebody else has done something, and this seat is not in the middle of its own decision. */
function isDecisionOfAnother(before: Scene | null, now: Scene): boolean {
  if (before === null || now.events <= before.events) return false
  return !(mayAct(before) && mayAct(now))
}

const HERE = Symbol('following')

export const letFollow = (following: Following): void => void setContext(HERE, following)

/** For screens: the table waits for what they show by themselves. A replay does not. */
export const followed = (): Following | undefined => getContext<Following | undefined>(HERE)
