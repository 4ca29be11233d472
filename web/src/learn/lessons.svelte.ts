import { get } from '../house/api'
import { entries, Kept, united } from '../house/kept.svelte'
import { settings, type Language } from '../house/settings.svelte'
import { say } from '../house/texts.svelte'
import type { LessonInfo, Lessons } from '../wire/api'
import { base } from '../wire/base'

/** The lessons of each game in the language of the settings; asked once. */
class Known {
  private known = $state.raw<Readonly<Record<string, readonly LessonInfo[]>>>({})
  private asked = new Map<string, Promise<Lessons>>()

  /** Nothing until they have come. */
  of(game: string): readonly LessonInfo[] | undefined {
    return this.known[`${game}/${settings.language}`]
  }

  async learn(game: string, language: Language): Promise<void> {
    const name = `${game}/${language}`
    let answer = this.asked.get(name)
    if (answer === undefined) {
      answer = get<Lessons>(`games/${game}/lessons?lang=${language}`)
      this.asked.set(name, answer)
      answer.catch(() => this.asked.delete(name))
    }
    const { lessons } = await answer
    this.known = { ...this.known, [name]: lessons }
  }
}

export const lessons = new Known()

const isSteps = (kept: unknown): kept is readonly string[] => Array.isArray(kept) && kept.every((name) => typeof name === 'string')

/** Which steps of each lesson have been done in this browser. */
class Learned {
  private readonly kept = new Kept('learned', (kept) => entries(kept, isSteps), united((own, other) => [...new Set([...own, ...other])]))

  has(game: string, lesson: LessonInfo, step: number): boolean {
    return (this.kept.value[`${game}/${lesson.name}`] ?? []).includes(lesson.steps[step]!.name)
  }

  /** How many. */
  of(game: string, lesson: LessonInfo): number {
    return lesson.steps.filter((_, step) => this.has(game, lesson, step)).length
  }

  all(game: string, lesson: LessonInfo): boolean {
    return this.of(game, lesson) === lesson.steps.length
  }

  /** Somebody has begun to learn this game here. */
  knows(game: string): boolean {
    return Object.keys(this.kept.value).some((name) => name.startsWith(`${game}/`))
  }

  done(game: string, lesson: LessonInfo, step: number): void {
    if (this.has(game, lesson, step)) return
    const name = `${game}/${lesson.name}`
    this.kept.change((all) => ({ ...all, [name]: [...(all[name] ?? []), lesson.steps[step]!.name] }))
  }
}

export const learned = new Learned()

/** How far one has come in these lessons, in words; nothing where there are none. */
export function far(game: string, all: readonly LessonInfo[]): string {
  const n = all.reduce((sum, { steps }) => sum + steps.length, 0)
  const done = all.reduce((sum, lesson) => sum + learned.of(game, lesson), 0)
  if (n === 0) return ''
  return done === n ? say('lesson_learned') : done > 0 ? say('lesson_part_done', { done, n }) : say('lesson_steps', { n })
}

/** Where a lesson goes on: at its first step that has not been done, or again from the beginning. */
export function goesOn(game: string, lesson: LessonInfo): string {
  return place(game, lesson, Math.max(0, lesson.steps.findIndex((_, step) => !learned.has(game, lesson, step))))
}

export const place = (game: string, lesson: LessonInfo, step: number): string =>
  `${base}/learn/${game}/${lesson.name}/${lesson.steps[step]!.name}`

/** The step that shows a paragraph of the rules; empty where none does. */
export function shows(game: string, all: readonly LessonInfo[], paragraph: string): string {
  for (const lesson of all) {
    const step = lesson.steps.findIndex(({ teaches }) => teaches.includes(paragraph))
    if (step >= 0) return place(game, lesson, step)
  }
  return ''
}
