import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatHeard } from './chat.svelte'

const line = (number: number, seat = 1) => ({ number, seat, name: 'Ben', text: `line ${number}` })
const isMine = (seat: number) => seat === 0
const numbers = (lines: readonly { number: number }[]) => lines.map(({ number }) => number)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
})

describe('what people have said', () => {
  it('is kept in order and once, however often it comes', () => {
    const chat = new ChatHeard('t')
    chat.hear([line(3)])
    chat.hear([line(1), line(2), line(3)])
    expect(numbers(chat.lines)).toEqual([1, 2, 3])
  })

  it('is unread until somebody looks, except what they said themselves', () => {
    const chat = new ChatHeard('t')
    chat.hear([line(1), line(2, 0)])
    expect(numbers(chat.unread(isMine))).toEqual([1])
    chat.readAll()
    chat.hear([line(3)])
    expect(numbers(chat.unread(isMine))).toEqual([3])
  })

  it('stays read in this browser, at this table', () => {
    const chat = new ChatHeard('t')
    chat.hear([line(5)])
    chat.readAll()
    const again = new ChatHeard('t')
    again.hear([line(5), line(6)])
    expect(numbers(again.unread(isMine))).toEqual([6])
    const other = new ChatHeard('other')
    other.hear([line(5)])
    expect(numbers(other.unread(isMine))).toEqual([5])
  })
})
