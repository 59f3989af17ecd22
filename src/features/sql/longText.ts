/** A text longer than this, some two thousand lines, is not read at every key or move of the cursor. */
export const LONG_TEXT = 60_000
