import { isRoom } from '../house/rooms'
import { base } from '../wire/base'
import type { HouseKey } from '../wire/texts'

/** A way on from the lobby. */
export interface Way {
  readonly href: string
  readonly icon: 'play' | 'rules' | 'clock' | 'why' | 'curve' | 'dice'
  readonly title: HouseKey
  /** What it is about: the title of a game, how far a lesson is. */
  readonly about: string
}

export const MOST = 3 // cards: more would be noise

/** What somebody has begun, as this browser knows it. */
export interface Begun {
  /** Nothing has been played or learned here yet: then a lesson is worth more than a puzzle. */
  readonly newcomer: boolean
  /** A table at which it is my turn, and its game's title. */
  readonly table: { readonly table: string; readonly about: string } | undefined
  /** A lesson that was left, and where it goes on. */
  readonly lesson: { readonly href: string; readonly about: string } | undefined
  /** The game that was played last, or the first on the shelf. */
  readonly game: { readonly name: string; readonly about: string } | undefined
}

const at = (room: string): boolean => isRoom(room)

/** What to do next, what was begun first. A room that is not there is not offered. */
export function next({ newcomer, table, lesson, game }: Begun, has: (room: string) => boolean = at): readonly Way[] {
  const ways: (Way | false | undefined)[] = [
    table && { href: `${base}/t/${table.table}`, icon: 'play', title: 'your_turn', about: table.about },
    lesson && { href: lesson.href, icon: 'rules', title: 'learn_on', about: lesson.about },
    newcomer && has('learn') && { href: `${base}/learn`, icon: 'rules', title: 'next_lesson', about: '' },
    has('daily') && { href: `${base}/daily`, icon: 'clock', title: 'daily', about: '' },
    game && !newcomer && has('puzzles') && { href: `${base}/puzzles/${game.name}`, icon: 'why', title: 'next_puzzles', about: game.about },
  ]
  return ways.filter((way): way is Way => way !== false && way !== undefined).slice(0, MOST)
}

/** Rooms that one looks for, each with its name. */
const ENTRIES = [
  ['learn', 'play', 'lessons'],
  ['puzzles', 'why', 'puzzles'],
  ['mine', 'curve', 'my_games'],
  ['real', 'dice', 'with_real_box'],
  ['content', 'rules', 'room_content'],
] as const satisfies readonly (readonly [string, Way['icon'], HouseKey])[]

/** A newcomer is led to the lessons above; once is enough. */
export const entries = (newcomer: boolean, has: (room: string) => boolean = at): readonly Way[] =>
  ENTRIES.filter(([room]) => has(room) && !(newcomer && room === 'learn')).map(([room, icon, title]) => ({ href: `${base}/${room}`, icon, title, about: '' }))
