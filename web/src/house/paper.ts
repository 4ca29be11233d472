/** What a printer takes where this browser is at home: a sheet of A4, or of Letter in North America. */
export const PAPERS = ['a4', 'a5', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

const LETTER = /-(US|CA|MX)\b/

export const usualPaper = (language: string = globalThis.navigator?.language ?? ''): Paper => (LETTER.test(language) ? 'letter' : 'a4')
