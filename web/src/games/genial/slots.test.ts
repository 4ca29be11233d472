import { describe, expect, it } from 'vitest'
import { slotKeeper, slotsOf } from './slots'

const tiles = (slots: readonly { readonly tile: string | null }[]): readonly (string | null)[] => slots.map(({ tile }) => tile)

describe('the rack', () => {
  it('keeps each tile in its slot while others come and go', () => {
    const arranged = slotKeeper()
    const first = arranged(['rg', 'bb', 'yo'], 3)
    expect(tiles(first)).toEqual(['rg', 'bb', 'yo'])
    expect(tiles(arranged(['rg', 'yo'], 3))).toEqual(['rg', null, 'yo'])
    const refilled = arranged(['yo', 'pp', 'rg'], 3)
    expect(tiles(refilled)).toEqual(['rg', 'pp', 'yo'])
    expect(refilled.map(({ id }) => id)).toEqual([0, 3, 2]) // only the new one comes in
  })

  it('gives away as many as are meant of equal tiles', () => {
    const slots = slotKeeper()(['rg', 'rg', 'bb'], 3)
    expect([...slotsOf(['bb', 'rg'], slots)]).toEqual([0, 2])
  })
})
