import type { Look } from '../../kit/symbols'
import { PAINT } from './paint'
import type { Area } from './view'

/** An area. */
export const look = (kind: string): Look => ({ shape: 'M-8 -8H8V8H-8Z', colour: PAINT[kind as Area['colour']] })
