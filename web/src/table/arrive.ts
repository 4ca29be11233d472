import { get } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import type { Seen } from '../wire/api'

const INVITATION = 'i='

/** Looks whether the table is there. A key that came with the address is kept; the server says whose seat it opens. */
export async function arrive(table: string, secret: string): Promise<void> {
  const path = `tables/${table}?lang=${settings.language}`
  if (secret === '' || secret.startsWith(INVITATION) || seats.keys(table).includes(secret)) {
    await get<Seen>(path)
    return
  }
  const { scene } = await get<Seen>(path, secret)
  const mine = scene.seats.findIndex((seat) => seat.yours || seat.return_to)
  if (mine >= 0) seats.add(table, { seats: { [mine]: secret } })
  else if (scene.host) seats.add(table, { host: secret })
}

/** The invitation that this window was opened with: it is out of the address, but loading again must not lose it. */
export function kept(table: string, secret: string): string {
  const place = `spieltisch.invitation.${table}`
  try {
    if (secret.startsWith(INVITATION)) sessionStorage.setItem(place, secret.slice(INVITATION.length))
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return secret.startsWith(INVITATION) ? secret.slice(INVITATION.length) : ''
  }
}
