import { get, post } from '../house/api'
import { seats } from '../house/seats.svelte'
import { settings } from '../house/settings.svelte'
import { brought, forgetBrought } from '../table/brought'
import type { Join, Sat, Seen } from '../wire/api'

/** Sits down at a table that looks for players. What is added to the dice follows the hash that the table has published;
 * and if the answer is lost, the same wish can be sent again. */
export async function join(table: string, name: string): Promise<void> {
  const { scene } = await get<Seen>(`tables/${table}?lang=${settings.language}`)
  const mine = brought(table)
  const wish: Join = { name, ...mine }
  const { seat, key } = await post<Sat>(`tables/${table}/join?lang=${settings.language}`, wish)
  forgetBrought(table)
  seats.sat(table, seat, key, { commitment: scene.dice.commitment, contributions: { [seat]: mine.contribution } })
}
