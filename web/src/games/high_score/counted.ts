import { SEATS } from '../../kit/seats'
import type { Look } from '../../kit/symbols'

const METAL: Readonly<Record<string, string>> = { gold: '#e2b13c', silver: '#c3c8cd', bronze: '#d0936a' }

/** A chip. */
export const look = (kind: string): Look => ({ shape: SEATS[0]!.shape, colour: METAL[kind]! })
