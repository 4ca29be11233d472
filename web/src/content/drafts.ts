/** Something that was begun and not saved: its text, and since when it is as it is (0: nobody knows). */
export interface Draft {
  readonly text: string
  readonly at: number
}

/** Whatever this browser remembers, those of it that are drafts; once they were texts alone. */
export function draftsOf(kept: unknown): Readonly<Record<string, Draft>> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([place, value]: [string, unknown]) => {
      const draft = typeof value === 'string' ? { text: value, at: 0 } : value
      return isDraft(draft) ? [[place, { text: draft.text, at: draft.at }]] : []
    }),
  )
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'at' in value && typeof value.at === 'number'
}

/** The tables in the text of a draft; null where somebody has put something else there. */
export function tablesIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const found = JSON.parse(text) as unknown
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : null
  } catch {
    return null
  }
}
