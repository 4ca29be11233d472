import { post } from '../house/api'
import { route } from '../house/route.svelte'
import { asking } from '../house/settings.svelte'
import type { DealGraded } from '../wire/api'
import { base } from '../wire/base'
import { daily } from './daily.svelte'
import { nameOf, type Dealt } from './results'

/** Hands in all answers of a deal: the house grades them, and the page shows the result. */
export async function handIn(dealt: Dealt, answers: readonly number[]): Promise<void> {
  const { claim, fingerprint, decisions } = await post<DealGraded>(`daily/${nameOf(dealt)}?${asking()}`, { answers })
  route.replace(`${base}/daily/${nameOf(dealt)}`) // a number behind it would be a decision to look at again
  daily.submit(dealt, { answers, claim, fingerprint, grades: decisions.map(({ grade }) => grade) })
}
