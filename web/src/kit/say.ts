export type Values = Readonly<Record<string, string | number>>
export type Texts = Readonly<Record<string, string>>
export type Say<Key extends string> = (key: Key, values?: Values) => string

/** Says the keys of these texts; one with the ending `_one` is used where n is 1. */
export function sayer<Key extends string>(...tables: readonly Texts[]): Say<Key> {
  return (key, values = {}) => {
    for (const table of tables) {
      const text = (values['n'] === 1 ? table[`${key}_one`] : undefined) ?? table[key]
      if (text !== undefined) return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
    }
    return key
  }
}
