import { entries, Kept, united, type Merge } from '../house/kept.svelte'
import { dayOf, nameOf, newSecret, streak, type Dealt, type Done } from './results'

/** An answer that can still be changed; the screen of the game shows it again. */
export interface Answer {
  readonly answer: number
  readonly move: unknown
  readonly said: string
  /** In which it is said. */
  readonly language?: string
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
  isObject(kept) && isNumbers(kept['answers']) && isNumbers(kept['claim']) && isNumbers(kept['grades']) && typeof kept['fingerprint'] === 'string' && typeof kept['counts'] === 'boolean' && ['string', 'undefined'].includes(typeof kept['table'])
const isFriends = (kept: unknown): kept is readonly Friend[] =>
  Array.isArray(kept) && kept.every((each) => isObject(each) && ['name', 'key', 'code'].every((part) => typeof each[part] === 'string'))

function read(kept: unknown): Remembered {
  const all = isObject(kept) ? kept : {}
  const secret = typeof all['secret'] === 'string' && /^[0-9a-f]{64}$/.test(all['secret']) ? all['secret'] : ''
  return { secret, begun: entries(all['begun'], isAnswers), done: entries(all['done'], isDone), friends: entries(all['friends'], isFriends) }
}

const newest = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(table).sort().slice(-MOST))

/** Whoever has a key goes on signing with it; of the same deal the own result stays, of friends one result each. */
export const merged: Merge<Remembered> = (own, others) => ({
  secret: own.secret || others.secret,
  begun: { ...others.begun, ...own.begun },
  done: newest({ ...others.done, ...own.done }),
  friends: united<readonly Friend[]>((mine, theirs) => [...theirs.filter(({ key }) => mine.every((each) => each.key !== key)), ...mine])(own.friends, others.friends),
})

/** What this browser remembers of the deals of the day. */
class Daily {
  private readonly kept = new Kept('daily', read, merged)

  get today(): string {
    return dayOf(new Date())
  }

  get secret(): string {
    return this.kept.value.secret
  }

  /** Made when somebody has a result to sign. */
  haveSecret(): void {
    this.kept.change((now) => (now.secret === '' ? { ...now, secret: newSecret() } : now))
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
    this.kept.change((now) => {
      const before = now.begun[nameOf(dealt)] ?? []
      const answers = Array.from({ length: Math.max(before.length, number + 1) }, (_, k) => (k === number ? answer : (before[k] ?? null)))
      return { ...now, begun: { ...now.begun, [nameOf(dealt)]: answers } }
    })
  }

  /** The first try stays; what was begun is over. */
  submit(dealt: Dealt, result: Omit<Done, 'counts'>): void {
    this.kept.change((now) => {
      const { [nameOf(dealt)]: _, ...begun } = now.begun
      const done = { [nameOf(dealt)]: { ...result, counts: dealt.day === this.today }, ...now.done }
      return { ...now, begun, done: newest(done) }
    })
  }

  /** The coach has it at this table. */
  lies(dealt: Dealt, table: string): void {
    this.kept.change((now) => {
      const done = now.done[nameOf(dealt)]
      return done === undefined ? now : { ...now, done: { ...now.done, [nameOf(dealt)]: { ...done, table } } }
    })
  }

  friends(dealt: Dealt): readonly Friend[] {
    return this.kept.value.friends[nameOf(dealt)] ?? []
  }

  /** Of each friend one result. */
  meet(dealt: Dealt, friend: Friend): void {
    this.kept.change((now) => {
      const others = (now.friends[nameOf(dealt)] ?? []).filter(({ key }) => key !== friend.key)
      return { ...now, friends: newest({ ...now.friends, [nameOf(dealt)]: [...others, friend] }) }
    })
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
