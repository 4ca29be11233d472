import { onMount, untrack } from 'svelte'
import { followed, type Showing } from './following.svelte'
import { rest } from './rest'

const IS_SEEN = 300 // so long a picture is seen before the next event is shown over it
const MANY = 2 // that wait: then they go faster

/** Whether what is drawn lies still: not from when `read` changes until everything on the table has come to rest. */
export function resting(read: () => unknown): { readonly still: boolean } {
  let still = $state(true)
  let seen = untrack(read)
  let turn = 0
  $effect.pre(() => {
    const now = read()
    if (now === seen) return
    seen = now
    still = false
    const mine = ++turn
    void rest(undefined, () => mine !== turn).then(() => (still = mine === turn))
  })
  return {
    get still() {
      return still && read() === seen // what has just changed has not begun to move yet
    },
  }
}

/** The table waits for what this shows: the next picture, the question, the log and the chips. */
export function awaited(showing: Showing): void {
  const following = followed()
  onMount(() => {
    const leave = following?.add(showing)
    return () => {
      leave?.()
      showing.cut()
    }
  })
}

type Waiting<View, Event> = { readonly event: Event; readonly lasts: number } | { readonly view: View }

/**
 * What a screen shows while more is waiting: events that take time one after the other, each over the picture before them, and
 * only then the picture that they led to. An event carries what is needed to draw it; there are no pictures in between.
 */
export class Stage<View, Event> {
  /** The picture that is drawn. */
  view = $state.raw() as View
  /** The event that is being shown over it. */
  event = $state.raw<Event | null>(null)
  /** Everything has been shown that there is. */
  settled = $state(true)

  private newest: View
  private queue: Waiting<View, Event>[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    first: View,
    /** For how many milliseconds an event is shown; 0: nobody waits for it. */
    private readonly lasts: (event: Event) => number,
    /** Nothing moves: whoever wants no motion sees every picture at once. */
    private readonly still: () => boolean,
  ) {
    this.view = first
    this.newest = first
  }

  take(view: View, events: readonly Event[]): void {
    if (view === this.newest) return
    this.newest = view
    const shown = events.map((event) => ({ event, lasts: this.lasts(event) })).filter(({ lasts }) => lasts > 0)
    const busy = this.timer !== undefined
    if (this.still() || events.length === 0 || (shown.length === 0 && !busy)) {
      this.cut()
      return
    }
    this.queue.push(...shown, { view })
    this.settled = false
    if (!busy) this.step()
  }

  /** What is being shown has been seen: on to the next. */
  goOn(): void {
    if (this.event !== null) this.step()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** The newest picture at once. */
  cut(): void {
    this.stop()
    this.queue = []
    this.event = null
    this.view = this.newest
    this.settled = true
  }

  private step(): void {
    this.stop()
    const next = this.queue.shift()
    if (next === undefined) return
    if ('view' in next) this.view = next.view
    this.event = 'view' in next ? null : next.event
    this.settled = this.queue.length === 0
    const pause = 'view' in next ? IS_SEEN : next.lasts
    this.timer = setTimeout(() => this.step(), this.queue.length > MANY ? pause / 2 : pause)
  }
}
