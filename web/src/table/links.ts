import { info } from '../house/info.svelte'

export const invitation = (table: string, invite: string): string => `${info.origin}/t/${table}#i=${invite}`
export const ownSeat = (table: string, key: string): string => `${info.origin}/t/${table}#${key}`
export const watching = (table: string): string => `${info.origin}/t/${table}`
/** A screen in the middle of the table. */
export const board = (table: string): string => `${info.origin}/real/board/${table}`
export const position = (table: string, event: number): string => `${info.origin}/t/${table}/replay?at=${event}`
