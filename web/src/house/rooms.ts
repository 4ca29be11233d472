import type { Component } from 'svelte'

export interface RoomProps {
  /** What stands in the address behind the name of the room. */
  parts: readonly string[]
  /** What stood behind the sign. */
  secret: string
}

type Page = () => Promise<{ default: Component<RoomProps> }>

/** The rooms beside lobby and table, by the first word of their address (`ROOMS` of server/files.py); each is loaded when somebody enters. */
export const ROOMS = {
  learn: () => import('../learn/LearnPage.svelte'),
  content: () => import('../content/ContentPage.svelte'),
  puzzles: () => import('../puzzles/PuzzlesPage.svelte'),
  daily: () => import('../daily/DailyPage.svelte'),
  mine: () => import('../mine/MinePage.svelte'),
  real: () => import('../real/RealPage.svelte'),
} satisfies Record<string, Page>

export type Room = keyof typeof ROOMS
export const isRoom = (name: string): name is Room => name in ROOMS
