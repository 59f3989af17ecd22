/** Above this many selected cells nothing is counted: what was counted of a part would pass for the whole. */
export const MOST_CELLS = 2_000_000
