/** Where there is room for a column beside the game: the log, the rules, a review. Elsewhere they are a drawer. */
export const ROOMY = '(min-width: 75em) and (min-height: 35em)'
/** Where this column takes nothing from the board. */
export const BROAD = '(min-width: 94em)'
/** A lying phone: every line that is not the game is missing to it. */
export const LYING = '(max-height: 31.25em) and (min-aspect-ratio: 1/1)'
