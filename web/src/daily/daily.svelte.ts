import { entries, Kept } from '../house/kept.svelte'
import { dayOf, nameOf, newSecret, streak, type Dealt, type Done } from './results'

/** An answer that can still be changed; the screen of the game shows it again. */
export interface Answer {
  readonly answer: number
  readonly move: unknown
  readonly said: string
}

interface Friend {
  readonly name: string
  readonly key: string
  readonly code: string
}

interface Remembered {
  /** With which results are signed; nobody else has it. */
  readonly secret: string
  readonly begun: Readonly<Record<string, readonly (Answer | null)[]>>
  readonly done: Readonly<Record<string, Done>>
  /** Results of friends that held, by deal. */
  readonly friends: Readonly<Record<string, readonly Friend[]>>
}

const MOST = 500 // results; the oldest leave

const isObject = (kept: unknown): kept is Record<string, unknown> => typeof kept === 'object' && kept !== null && !Array.isArray(kept)
const isNumbers = (kept: unknown): kept is readonly number[] => Array.isArray(kept) && kept.every((each) => typeof each === 'number')
const isAnswer = (kept: unknown): kept is Answer | null => kept === null || (isObject(kept) && typeof kept['answer'] === 'number' && typeof kept['said'] === 'string')
const isAnswers = (kept: unknown): kept is readonly (Answer | null)[] => Array.isArray(kept) && kept.every(isAnswer)
const isDone = (kept: unknown): kept is Done =>
  isObject(kept) && isNumbers(kept['answers']) && isNumbers(kept['claim']) && isNumbers(kept['grades']) && typeof kept['fingerprint'] === 'string' && typeof kept['counts'] === 'boolean'
const isFriends = (kept: unknown): kept is readonly Friend[] =>
  Array.isArray(kept) && kept.every((each) => isObject(each) && ['name', 'key', 'code'].every((part) => typeof each[part] === 'string'))

function read(kept: unknown): Remembered {
  const all = isObject(kept) ? kept : {}
  const secret = typeof all['secret'] === 'string' && /^[0-9a-f]{64}$/.test(all['secret']) ? all['secret'] : ''
  return { secret, begun: entries(all['begun'], isAnswers), done: entries(all['done'], isDone), friends: entries(all['friends'], isFriends) }
}

const newest = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(table).sort().slice(-MOST))

/** What this browser remembers of the deals of the day. */
class Daily {
  private readonly kept = new Kept('daily', read)

  get today(): string {
    return dayOf(new Date())
  }

  get secret(): string {
    return this.kept.value.secret
  }

  /** Made when somebody has a result to sign. */
  haveSecret(): void {
    if (this.secret === '') this.kept.value = { ...this.kept.value, secret: newSecret() }
  }

  get all(): Readonly<Record<string, Done>> {
    return this.kept.value.done
  }

  get streak(): number {
    return streak(this.all, this.today)
  }

  done(dealt: Dealt): Done | undefined {
    return this.all[nameOf(dealt)]
  }

  answers(dealt: Dealt): readonly (Answer | null)[] {
    return this.kept.value.begun[nameOf(dealt)] ?? []
  }

  answer(dealt: Dealt, number: number, answer: Answer): void {
    const before = this.answers(dealt)
    const answers = Array.from({ length: Math.max(before.length, number + 1) }, (_, k) => (k === number ? answer : (before[k] ?? null)))
    this.kept.value = { ...this.kept.value, begun: { ...this.kept.value.begun, [nameOf(dealt)]: answers } }
  }

  /** The first try stays; what was begun is over. */
  submit(dealt: Dealt, result: Omit<Done, 'counts'>): void {
    const { [nameOf(dealt)]: _, ...begun } = this.kept.value.begun
    const done = { [nameOf(dealt)]: { ...result, counts: dealt.day === this.today }, ...this.all }
    this.kept.value = { ...this.kept.value, begun, done: newest(done) }
  }

  friends(dealt: Dealt): readonly Friend[] {
    return this.kept.value.friends[nameOf(dealt)] ?? []
  }

  /** Of each friend one result. */
  meet(dealt: Dealt, friend: Friend): void {
    const others = this.friends(dealt).filter(({ key }) => key !== friend.key)
    this.kept.value = { ...this.kept.value, friends: newest({ ...this.kept.value.friends, [nameOf(dealt)]: [...others, friend] }) }
  }

  /** By which names a key has signed before, and which keys a name has had. */
  known(name: string, key: string): 'new' | 'known' | 'renamed' | 'other_key' {
    const met = Object.values(this.kept.value.friends).flat()
    const before = met.filter((each) => each.key === key)
    if (before.some((each) => each.name === name)) return 'known'
    if (before.length > 0) return 'renamed'
    return met.some((each) => each.name === name) ? 'other_key' : 'new'
  }
}

export const daily = new Daily()
