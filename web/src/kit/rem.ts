/** The pixels of one rem: what is laid out in numbers grows with the rest of the page. */
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize)
