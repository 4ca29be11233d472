/** What is said about a move afterwards. */
export type Verdict = 'played' | 'better'

export const VERDICTS: readonly Verdict[] = ['played', 'better']
