import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, type Listener } from './connection'
import { headOf, keepHead } from './heads'
import type { Scene } from './messages'

class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = FakeSocket.CONNECTING
  sent: Record<string, unknown>[] = []
  onopen = () => {}
  onclose = () => {}
  onmessage = (_: { data: string }) => {}

  constructor(readonly address: string) {
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }

  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) })
  }

  asked(what: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message['do'] === what)
  }
}

const scene = (more: object = {}) => ({ stage: 'playing', seats: [], events: 3, ...more }) as unknown as Scene
const change = (more: object = {}) => ({ type: 'change', version: 2, patch: {}, events: [], rewound: null, done: null, ...more })
const laid = { number: 3, seat: 0, kind: 'laid', data: {} }

let heard: Parameters<Listener['scene']>[]
let states: string[]
let otherLogs = 0

function connected(): { connection: Connection; socket: FakeSocket } {
  heard = []
  states = []
  const connection = new Connection('t', ['key'], 'en', null, {
    scene: (...told) => heard.push(told),
    gesture: () => {},
    chat: () => {},
    state: (state) => states.push(state),
    trouble: () => {},
    otherLog: () => (otherLogs += 1),
    contribution: () => 'ab',
  })
  const socket = FakeSocket.all.at(-1)!
  socket.open()
  socket.says({ type: 'whole', version: 1, scene: scene() })
  return { connection, socket }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  otherLogs = 0
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a connection', () => {
  it('says hello first and hears the whole scene', () => {
    const { socket } = connected()
    expect(socket.sent[0]).toMatchObject({ do: 'hello', keys: ['key'], language: 'en' })
    expect(heard).toEqual([[1, scene(), [], false, true]])
  })

  it('tells what happened beside what is now', () => {
    const { socket } = connected()
    socket.says(change({ patch: { events: [4] }, events: [laid] }))
    expect(heard.at(-1)).toEqual([2, scene({ events: 4 }), [laid], false, false])
  })

  it('has an answer to each question that cannot be read, and to it alone where its id is known', async () => {
    const { connection, socket } = connected()
    const answers: string[] = []
    const ask = (event: number) => connection.ask({ do: 'why', event }).then((answer) => answers.push(`${event} ${answer.type}`))
    void ask(1)
    void ask(2)
    socket.says({ type: 'refused', id: socket.asked('why')[0]!['id'], text: 'event has to be 1 or less.', paragraph: '' })
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toEqual(['1 refused'])
    socket.says({ type: 'trouble', text: 'id is missing in this request.' })
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toEqual(['1 refused', '2 refused'])
  })

  it('has nothing to animate when something was taken back', () => {
    const { socket } = connected()
    socket.says(change({ patch: { events: [3] }, events: [laid], rewound: 2 }))
    expect(heard.at(-1)?.[2]).toEqual([])
  })

  it('knows its own changes', async () => {
    const { connection, socket } = connected()
    const answer = connection.ask({ do: 'play', seat: 0, move: { kind: 'pass' }, version: 1 })
    const { id, move, version } = socket.asked('play')[0]!
    expect(move).toEqual({ kind: 'pass' })
    expect(version).toBe(1)
    socket.says(change({ done: id }))
    expect(heard.at(-1)?.[3]).toBe(true)
    expect((await answer).type).toBe('change')
  })

  it('asks again after a break what changes the table, with the same id, and lets questions be', async () => {
    const { connection, socket } = connected()
    void connection.ask({ do: 'play', seat: 0, move: 'roll', version: 1 })
    const preview = connection.ask({ do: 'preview', seat: 0, move: 'roll' })
    socket.onclose()
    expect(states.at(-1)).toBe('away')
    await vi.advanceTimersByTimeAsync(1000)
    const next = FakeSocket.all.at(-1)!
    expect(next).not.toBe(socket)
    next.open()
    expect(next.asked('play')).toEqual(socket.asked('play'))
    expect(next.asked('preview')).toEqual([])
    expect(await preview).toMatchObject({ type: 'refused', text: '' })
  })

  it('notices a line that is dead although nobody has said so', async () => {
    const { socket } = connected()
    await vi.advanceTimersByTimeAsync(25_000 + 6000)
    expect(socket.asked('why')).toHaveLength(1)
    expect(states.at(-1)).toBe('away')
  })

  it('adds to the dice once for every seat of its own', () => {
    const { socket } = connected()
    const who = 'person'
    const seats = [{ yours: true, ready: false, who }, { yours: false, ready: false, who }, { yours: true, ready: true, who }]
    for (const version of [2, 3]) {
      socket.says({ type: 'whole', version, scene: scene({ stage: 'gathering', seats, dice: { commitment: 'c' } }) })
    }
    expect(socket.asked('ready')).toMatchObject([{ seat: 0, contribution: 'ab' }])
  })

  it('adds to the dice again after it has left the seat and returned', () => {
    const { socket } = connected()
    const stages = [
      { ready: false, who: 'person' },
      { ready: true, who: 'person' },
      { ready: false, who: 'open' },
      { ready: false, who: 'person' },
    ]
    for (const seat of stages) {
      const seats = [{ yours: true, ...seat }]
      socket.says({ type: 'whole', version: 2, scene: scene({ stage: 'gathering', seats, dice: { commitment: 'c' } }) })
    }
    expect(socket.asked('ready')).toHaveLength(2)
  })
})

describe('the head of a log', () => {
  function backAgain(known: string): FakeSocket {
    connected()
    const socket = FakeSocket.all.at(-1)!
    socket.says({ type: 'whole', version: 9, scene: scene(), head: 'other', known })
    return socket
  }

  it('is kept, and named when one comes back', () => {
    const { socket } = connected()
    expect(socket.asked('hello')[0]!['known']).toBeNull()
    socket.says(change({ version: 2, head: 'aa' }))
    socket.says(change({ version: 2 })) // somebody has come: nothing was written
    expect(headOf('t')).toEqual({ version: 2, head: 'aa' })
    expect(backAgain('aa').asked('hello')[0]!['known']).toBe(2)
    expect(otherLogs).toBe(0)
    expect(headOf('t')).toEqual({ version: 9, head: 'other' })
  })

  it.each(['bb', ''])('is compared: a log that was changed or cut off is told, as often as one comes back', (known) => {
    keepHead('t', { version: 2, head: 'aa' })
    backAgain(known)
    expect(otherLogs).toBe(1)
    backAgain(known)
    expect(otherLogs).toBe(2)
    expect(headOf('t')).toEqual({ version: 2, head: 'aa' })
  })

  it('is not taken back to an older one, and only of the last hundred tables', () => {
    keepHead('t', { version: 5, head: 'new' })
    keepHead('t', { version: 4, head: 'old' })
    expect(headOf('t')?.head).toBe('new')
    for (let number = 0; number < 99; number++) keepHead(`table-${number}`, { version: 1, head: '' })
    expect(headOf('t')?.head).toBe('new')
    keepHead('one more', { version: 1, head: '' })
    expect(headOf('t')).toBeNull()
  })
})
