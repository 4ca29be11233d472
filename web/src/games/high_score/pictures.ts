/** The pictures of the scorings: above, dice that count; below, what happens to the rest. Bars join what counts together. */
export interface Picture {
  readonly above: readonly string[]
  readonly rest: string
  readonly minus: boolean
  readonly note?: string
  readonly stairs?: boolean
}

export const PICTURES: Readonly<Record<string, Picture>> = {
  sum: { above: ['1', '4', '5'], rest: '', minus: false },
  same: { above: ['222', '44'], rest: '5', minus: false },
  same_minus_rest: { above: ['222', '44'], rest: '5', minus: true },
  tens_minus_rest: { above: ['541'], rest: '3', minus: true, note: '10' },
  pairs: { above: ['33', '55'], rest: '2', minus: false },
  pairs_minus_rest: { above: ['33', '55'], rest: '2', minus: true },
  triples_minus_rest: { above: ['444'], rest: '2', minus: true },
  odd: { above: ['5', '3', '1'], rest: '24', minus: false },
  odd_minus_rest: { above: ['5', '3', '1'], rest: '24', minus: true },
  shown_minus_rest: { above: ['4', '3', '2', '1'], rest: '5', minus: true },
  ascending: { above: ['1', '2', '3', '4'], rest: '', minus: false, stairs: true },
}
