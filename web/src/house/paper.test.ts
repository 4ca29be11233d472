import { expect, test } from 'vitest'
import { usualPaper } from './paper'

test('paper is A4, and Letter in North America', () => {
  expect(['de', 'it-CH', 'en-GB', ''].map((language) => usualPaper(language))).toEqual(['a4', 'a4', 'a4', 'a4'])
  expect(['en-US', 'fr-CA', 'es-MX'].map((language) => usualPaper(language))).toEqual(['letter', 'letter', 'letter'])
})
