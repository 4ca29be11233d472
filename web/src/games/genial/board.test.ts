import { describe, expect, it } from 'vitest'
import { coordinates, lying, named } from './board'
import type { Cell } from './view'

const cell = (name: string, q: number, r: number, colour: string | null = null, start_symbol = false): Cell => ({
  name,
  row: name[0]!,
  number: Number(name.slice(1)),
  q,
  r,
  colour,
  start_symbol,
})

describe('the tiles on the board', () => {
  const cells = [
    cell('h7', -1, 0, 'o', true),
    cell('h8', 0, 0, 'r'),
    cell('h9', 1, 0, 'g'),
    cell('i7', -1, 1, 'b'),
    cell('i8', 0, 1, 'y'),
    cell('i9', 1, 1),
    cell('g8', 1, -1, 'p'),
  ]
  const lies = [0, 1, 8, 1, 8, 0, 0]

  it('are two cells that know each other, told once, the last one at the end', () => {
    const found = lying({ cells, lies, last: ['h9', 'h8'] })
    expect(found.map(({ tile, turn, last, cell }) => [cell.name, tile, turn, last])).toEqual([
      ['i7', 'by', 0, false],
      ['g8', 'p', 0, false],
      ['h8', 'rg', 0, true],
    ])
  })

  it('lie in each of the three directions', () => {
    for (const [way, q, r] of [
      [0, 1, 0],
      [1, 0, 1],
      [2, -1, 1],
    ] as const) {
      const pair = [cell('h8', 0, 0, 'r'), cell('x1', q, r, 'g')]
      const [found] = lying({ cells: pair, lies: [1 << way, 1 << (way + 3)], last: null })
      expect([found!.cell.name, found!.tile, found!.turn]).toEqual(['h8', 'rg', way])
    }
  })
})

describe('the coordinates at the edge', () => {
  it('are a letter for each row, and each number at both its ends', () => {
    const three = [cell('g7', 0, -1), cell('g8', 1, -1), cell('h7', -1, 0), cell('h8', 0, 0), cell('h9', 1, 0), cell('i7', -1, 1), cell('i8', 0, 1)]
    const texts = coordinates(three).map(({ text }) => text)
    expect(texts.filter((text) => /[a-o]/.test(text))).toEqual(['g', 'h', 'i'])
    expect(texts.filter((text) => /\d/.test(text)).sort()).toEqual(['7', '7', '8', '8', '9', '9'])
  })
})

describe('a sentence', () => {
  const cells = new Map(['h8', 'h9', 'c3'].map((name) => [name, cell(name, 0, 0)]))

  it('names cells of the board, in every language', () => {
    for (const text of ['Anna lays red-green on h8 and h9: 2 points.', 'Anna legt Rot-Grün auf h8 und h9.', 'Anna posa rosso-verde su h8 e h9.'])
      expect(named(text, cells).map(({ name }) => name)).toEqual(['h8', 'h9'])
  })

  it('names none by words, numbers or cells that are not there', () => {
    expect(named('H8 graph8 h88 h8a 3 points, a1.', cells)).toEqual([])
  })
})
