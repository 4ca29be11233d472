import { get } from '../house/api'
import { seats } from '../house/seats.svelte'
import type { Seen } from '../wire/api'

/** A key came with the address: whose seat it opens is asked of the server, then it is kept. */
export async function arrive(table: string, key: string): Promise<void> {
  if (seats.keys(table).includes(key)) return
  const { scene } = await get<Seen>(`tables/${table}`, key)
  const mine = scene.seats.findIndex((seat) => seat.yours)
  seats.add(table, mine >= 0 ? { seats: { [mine]: key } } : { host: key })
}
