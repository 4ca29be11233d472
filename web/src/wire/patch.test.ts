import { describe, expect, it } from 'vitest'
import { patched } from './patch'

describe('a patch', () => {
  it('replaces a value', () => expect(patched({ a: 1, b: 2 }, { a: [3] })).toEqual({ a: 3, b: 2 }))
  it('can replace a value by nothing', () => expect(patched({ a: { b: 1 } }, { a: [null] })).toEqual({ a: null }))
  it('goes into lists by number', () => expect(patched([1, 2, 3], { 1: [5] })).toEqual([1, 5, 3]))
  it('makes lists longer', () => expect(patched([1], { '#': 3, 1: [2], 2: [3] })).toEqual([1, 2, 3]))
  it('makes lists shorter', () => expect(patched([1, 2, 3], { '#': 1 })).toEqual([1]))
  it('does not touch what was there', () => {
    const old = { list: [{ a: 1 }, { a: 2 }], other: {} }
    const now = patched(old, { list: { 0: { a: [9] } } })
    expect(old.list[0]).toEqual({ a: 1 })
    expect(now.list[0]).toEqual({ a: 9 })
    expect(now.list[1]).toBe(old.list[1])
    expect(now.other).toBe(old.other)
  })
})
