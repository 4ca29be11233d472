/** Characters of a file that might be a record; the house takes less, but files are laid out with much white space. */
export const LARGEST = 200_000

/** The same record without the white space of its file; what is none stays as it is, and the house says why. */
export function packed(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
