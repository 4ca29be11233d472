import type { Tables } from '../house/screens'

/** What every document has, whatever its game puts into it: docs/content.md. */
export const AROUND: readonly string[] = ['format', 'game', 'title', 'options']

/** What somebody makes, at one moment. */
export interface Stand {
  readonly title: string
  readonly data: Tables
  readonly options: Readonly<Record<string, string>>
}

const MOST = 200

/** What it was before and, after an undo, what it was then. */
export class Steps {
  constructor(
    readonly now: Stand,
    private readonly past: readonly Stand[] = [],
    private readonly future: readonly Stand[] = [],
  ) {}

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  /** `goesOn`: it belongs to the step before; so do the letters of a title. */
  to(next: Stand, goesOn: boolean): Steps {
    const before = this.past.at(-1)
    const typing = before !== undefined && onlyTitle(before, this.now) && onlyTitle(this.now, next)
    return new Steps(next, (goesOn && before !== undefined) || typing ? this.past : [...this.past, this.now].slice(-MOST))
  }

  undone(): Steps {
    const before = this.past.at(-1)
    return before === undefined ? this : new Steps(before, this.past.slice(0, -1), [this.now, ...this.future])
  }

  redone(): Steps {
    const [next, ...later] = this.future
    return next === undefined ? this : new Steps(next, [...this.past, this.now], later)
  }
}

const onlyTitle = (one: Stand, other: Stand): boolean =>
  one.data === other.data && one.options === other.options && one.title !== other.title
