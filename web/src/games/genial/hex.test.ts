import { describe, expect, it } from 'vitest'
import { along, centre, hexagon, key, neighbour, towards, twoHexagons, wayFrom, WIDTH } from './hex'

const middle = { q: 0, r: 0 }

describe('hexagons', () => {
  it('have six neighbours at the same distance, clockwise from the right', () => {
    const around = [0, 1, 2, 3, 4, 5].map((way) => neighbour(middle, way))
    expect(new Set(around.map(key)).size).toBe(6)
    for (const spot of around) expect(Math.hypot(centre(spot).x, centre(spot).y)).toBeCloseTo(WIDTH)
    expect(centre(around[0]!)).toEqual({ x: WIDTH, y: 0 })
    expect(centre(around[1]!).y).toBeGreaterThan(0)
  })

  it('are joined in a tile without a gap and without crossing: the corners go round once', () => {
    const corners = twoHexagons(9).split(' ').map((each) => each.split(',').map(Number) as [number, number])
    const crosses = corners.map(([x, y], number) => {
      const [nextX, nextY] = corners[(number + 1) % corners.length]!
      return (x - WIDTH / 2) * nextY - y * (nextX - WIDTH / 2)
    })
    expect(corners).toHaveLength(12)
    expect(crosses.every((cross) => cross > 0)).toBe(true)
    const area = crosses.reduce((one, other) => one + other) / 2
    const hexagons = 2 * ((3 * Math.sqrt(3)) / 2) * 81
    expect(area).toBeCloseTo(hexagons + (WIDTH - 9 * Math.sqrt(3)) * 9, 1)
  })

  it('lead back the way one came', () => {
    for (const way of [0, 1, 2, 3, 4, 5]) expect(neighbour(neighbour(middle, way), way + 3)).toEqual(middle)
  })

  it('lie in a line', () => {
    expect(along(middle, 1, 2)).toEqual([{ q: 0, r: 1 }, { q: 0, r: 2 }])
    expect(along(middle, 3, 0)).toEqual([])
    expect(along(undefined, 3, 2)).toEqual([])
  })

  it('have six corners', () => expect(hexagon(10).split(' ')).toHaveLength(6))

  it('know the next possible direction', () => {
    expect(wayFrom(0b001010, 1)).toBe(1)
    expect(wayFrom(0b001010, 2)).toBe(3)
    expect(wayFrom(0b001010, 4)).toBe(1)
    expect(wayFrom(0, 0)).toBeNull()
  })

  it('go straight up in a zigzag', () => {
    const up = towards('ArrowUp', middle)[0]!
    const further = towards('ArrowUp', up)[0]!
    expect(centre(further).x).toBeCloseTo(0)
    expect(towards('Enter', middle)).toEqual([])
  })
})
