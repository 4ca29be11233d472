import { say } from '../house/texts.svelte'
import { locale } from '../house/words'
import { inWords } from '../table/clock'
import type { ClockWanted } from '../wire/api'

const DAY = 86400
const move = (seconds: number): ClockWanted => ({ per: 'move', seconds, increment: 0 })
const game = (minutes: number, increment: number): ClockWanted => ({ per: 'game', seconds: 60 * minutes, increment })

/** What can be chosen before a game, for those who stay and for those who look in now and then; the house would take others too. */
export const CLOCKS = {
  clock_one_sitting: [move(30), move(120), game(5, 5), game(15, 10), game(45, 30)],
  clock_days: [move(DAY), move(3 * DAY), move(7 * DAY)],
} as const

export const nameOf = ({ per, seconds, increment }: ClockWanted): string => `${per} ${seconds} ${increment}`

export const clockOf = (name: string): ClockWanted | null => Object.values(CLOCKS).flat().find((each) => nameOf(each) === name) ?? null

export const titleOf = ({ per, seconds, increment }: ClockWanted): string =>
  say(per === 'move' ? 'clock_per_move' : 'clock_per_game', { time: inWords(seconds, locale()), n: increment })
