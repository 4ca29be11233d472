/** Where there is room for a column beside the game: the log, the rules, a review. Elsewhere they are a drawer. */
export const ROOMY = '(min-width: 75em) and (min-height: 35em)'
/** Where this column takes nothing from the board. */
export const BROAD = '(min-width: 94em)'
