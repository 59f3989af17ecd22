/** A text longer than this, in UTF-16 units, is neither judged nor completed, and not read at every key. */
export const LONG_TEXT = 250_000
