import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { publicKey, sign } from './signing'

export type FormName = 'ten' | 'alone' | 'level'

/** What was answered and what it brought; only the first try is kept. */
export interface Done {
  readonly answers: readonly number[]
  readonly claim: readonly number[]
  readonly fingerprint: string
  /** Of ten decisions; empty for a whole game. */
  readonly grades: readonly number[]
  /** On its own day: it counts for the streak. */
  readonly counts: boolean
  /** Where the coach has gone through it, in this house. */
  readonly table?: string
}

export interface Dealt {
  readonly day: string
  readonly game: string
  readonly form: FormName
}

export const nameOf = ({ day, game, form }: Dealt): string => `${day}/${game}/${form}`

export function dealOf(name: string): Dealt {
  const [day = '', game = '', form = 'ten'] = name.split('/')
  return { day, game, form: form as FormName }
}

/** The day that the person's own calendar shows. */
export function dayOf(time: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** So many days on. */
export function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return dayOf(new Date(year!, month! - 1, date! + days, 12))
}

/** How many days in a row something was played on its day, up to today or yesterday. */
export function streak(done: Readonly<Record<string, Done>>, today: string): number {
  const days = new Set(Object.entries(done).filter(([, { counts }]) => counts).map(([name]) => dealOf(name).day))
  let day = days.has(today) ? today : dayAfter(today, -1)
  let length = 0
  for (; days.has(day); day = dayAfter(day, -1)) length++
  return length
}

export const LONGEST_NAME = 14

/** A name as the house takes it: on one line, without what cannot be seen, not too long. */
export const tidy = (name: string): string =>
  [...name.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()].slice(0, LONGEST_NAME).join('').trim()

const LABEL = 'spieltisch daily 1\n'
const base64 = (data: Uint8Array): string =>
  btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const newSecret = (): string => bytesToHex(randomBytes(32))
export const keyOf = (secret: string): string => bytesToHex(publicKey(hexToBytes(secret)))

/** The result, signed, for a chat (daily/result.py reads it). */
export function codeOf(dealt: Dealt, done: Done, name: string, secret: string): string {
  const parts = [dealt.day, dealt.game, dealt.form, done.fingerprint, name, done.answers, done.claim]
  const text = utf8ToBytes(JSON.stringify(parts))
  const key = hexToBytes(secret)
  return ['daily1', ...[text, publicKey(key), sign(key, utf8ToBytes(LABEL + JSON.stringify(parts)))].map(base64)].join('.')
}

/** What somebody should do next of a day: what they have begun, else ten decisions, which are quickly done, of the game they know best. */
export function nextOf<T extends Dealt>(deals: readonly T[], far: (deal: T) => 'open' | 'begun' | 'done', favourite: string | undefined): T | undefined {
  const left = deals.filter((each) => far(each) !== 'done')
  const known = (each: T): boolean => each.game === favourite
  return (
    left.find((each) => far(each) === 'begun') ??
    left.find((each) => each.form === 'ten' && known(each)) ??
    left.find((each) => each.form === 'ten') ??
    left.find(known) ??
    left[0]
  )
}

/** Shapes, not colours: for the line of text and for whoever tells colours badly. */
export const markOf = (grade: number): string => (grade === 1 ? '●' : grade > 0 ? '◐' : '○')
export const right = (grades: readonly number[]): number => grades.filter((grade) => grade === 1).length
