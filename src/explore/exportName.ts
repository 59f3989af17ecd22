/** The name of the file for what a table or query gave, saying where it was cut: `field_programmes-cut-at-32000.csv`. */
export function exportName(title: string, cutAt: number | null): string {
  // What Windows refuses in names, and what any system might read as part of a path.
  const safe = title
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .slice(0, LONGEST)
  return `${safe === '' ? 'records' : safe}${cutAt === null ? '' : `-cut-at-${cutAt}`}.csv`
}

/** Names of 255 bytes are the most that common file systems take; a letter takes up to 4. */
const LONGEST = 55
