import { describe, expect, it } from 'vitest'
import { lookOf, SEATS } from './seats'
import { PAINT, SHAPES } from './symbols'

describe('the look of the seats', () => {
  it('has a colour, a shape and dashes of its own for each of the six', () => {
    for (const part of ['colour', 'shape', 'dashes'] as const) expect(new Set(SEATS.map((seat) => seat[part])).size).toBe(6)
  })

  it('shares neither a shape nor a paint with the colours of the games', () => {
    for (const { colour, shape } of SEATS) {
      expect(Object.values(SHAPES)).not.toContain(shape)
      for (const paint of Object.values(PAINT)) expect(colour).not.toContain(paint)
    }
  })

  it('can be seen on light and on dark paper', () => {
    for (const { colour } of SEATS) {
      const [light, dark] = [...colour.matchAll(/#[0-9a-f]{6}/g)].map(([found]) => found)
      expect(contrast(light!, '#fffaf0')).toBeGreaterThan(4.5)
      expect(contrast(light!, '#e9dfcd')).toBeGreaterThan(3)
      expect(contrast(dark!, '#272420')).toBeGreaterThan(4.5)
    }
  })

  it('begins again where a game has more seats', () => {
    expect(lookOf(7)).toBe(SEATS[1])
  })
})

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
