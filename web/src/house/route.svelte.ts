import { houseKey } from './key.svelte'
import { isRoom, ROOMS, type Room } from './rooms'
import { base } from '../wire/base'

/** Where we are: / the lobby, /t/<table> a table, /t/<table>/replay its replay, or a room with what stands behind it. */
export type Place =
  | { page: 'lobby' }
  | { page: 'table'; table: string; secret: string }
  | { page: 'replay'; table: string; secret: string; at: number | null; review: boolean }
  | { page: 'room'; room: Room; parts: readonly string[]; secret: string }
  | { page: 'nowhere' }

/** The secret behind # is taken out of the address bar at once: the bar is seen, shared and remembered. */
function read(): Place {
  const secret = location.hash.slice(1)
  const [, room, ...parts] = location.pathname.slice(base.length).split('/')
  const [table, page] = parts
  if (secret !== '') history.replaceState(null, '', location.pathname + location.search)
  if (secret.startsWith('house=')) houseKey.offer(secret.slice('house='.length))
  if (room === '' || room === undefined) return { page: 'lobby' }
  if (isRoom(room)) return { page: 'room', room, parts: parts.filter((part) => part !== ''), secret }
  if (room !== 't' || table === undefined || table === '') return { page: 'nowhere' }
  if (page === undefined || page === '') return { page: 'table', table, secret }
  if (page !== 'replay') return { page: 'nowhere' }
  const wished = new URLSearchParams(location.search)
  const at = wished.get('at')
  return { page: 'replay', table, secret, at: at === null ? null : Number(at), review: wished.has('review') }
}

class Route {
  place = $state.raw<Place>(read())

  constructor() {
    addEventListener('popstate', () => (this.place = read()))
    addEventListener('hashchange', () => (this.place = read()))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.place = read()
    scrollTo(0, 0)
  }

  /** Here is meant what has another address, too. */
  replace(path: string): void {
    history.replaceState(null, '', path)
    this.place = read()
  }
}

export const route = new Route()

/** Follows links inside the house without loading the page again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest('a')
  if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
  if (link.pathname !== `${base}/` && !['t', ...Object.keys(ROOMS)].some((room) => `${link.pathname}/`.startsWith(`${base}/${room}/`))) return
  event.preventDefault()
  route.go(link.pathname + link.search + link.hash)
}
