/** The most cells that are copied; more is for a file. */
export const MOST_COPIED = 2_000_000

/** Above this many cells there is no HTML table: a spreadsheet takes the text with tabs sooner. */
export const MOST_HTML_CELLS = 200_000

/**
 * The longest text of a cell in an HTML table: Excel's cells hold no more, and LibreOffice lays out one of a million
 * characters for minutes.
 */
export const LONGEST_HTML_CELL = 32_767

/** What Rowan calls its own form in the clipboard. */
export const OWN_FORM = 'application/vnd.rowan.cells+json'
