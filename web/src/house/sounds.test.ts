import { describe, expect, it } from 'vitest'
import { SOUNDS, strokes } from './sounds'

describe('every sound', () => {
  it.each(SOUNDS)('%s is short, can be heard and is not loud', (what) => {
    for (const chance of [() => 0, () => 0.5, () => 0.999]) {
      const all = strokes(what, chance)
      expect(all.length).toBeGreaterThan(0)
      expect(Math.max(...all.map(({ at, length }) => at + length))).toBeLessThan(2.2)
      for (const { level, pitch, length, at } of all) {
        expect(at).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThan(0.01)
        expect(level).toBeGreaterThan(0.1)
        expect(level).toBeLessThanOrEqual(0.8)
        expect(pitch).toBeGreaterThan(80)
        expect(pitch).toBeLessThan(8000)
      }
    }
  })

  it('of a roll is never quite the same, and its knocks become softer', () => {
    const [one, other] = [strokes('dice', () => 0.1), strokes('dice', () => 0.9)]
    expect(one).not.toEqual(other)
    const levels = one.filter(({ of }) => of === 'wood').map(({ level }) => level)
    expect(levels).toEqual([...levels].sort((a, b) => b - a))
  })
})
