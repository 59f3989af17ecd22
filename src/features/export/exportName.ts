import { exportWords } from '../../words/en/export.ts'

/** The name of the file for a table or query, saying if its rows are cut: `field_programmes-cut-at-32000.csv`. */
export function exportName(title: string, extension: string, cutAt: number | null): string {
  // What Windows refuses in names, and what any system might read as part of a path.
  const safe = title
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .slice(0, LONGEST)
  return `${safe || exportWords.fileName}${cutAt === null ? '' : `-cut-at-${cutAt}`}.${extension}`
}

/** Common file systems take names of at most 255 bytes, and a letter takes up to 4. */
const LONGEST = 55
