import { wordsOf } from '../../query/operator.ts'
import { operatorOf } from '../../query/operators/registry.ts'
import type { Query, Where } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { activeParts } from '../../query/where.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'

/**
 * The name of the file for a table or query, with what narrows it down, saying if its rows are cut:
 * `field_programmes · stage active-cut-at-32000.csv`; `atLeast`: how many it has if nothing shows that these are all.
 */
export function exportName(
  title: string,
  parts: readonly string[],
  extension: string,
  { cutAt = null, atLeast = null }: { readonly cutAt?: number | null; readonly atLeast?: number | null } = {},
): string {
  const open = atLeast === null ? '' : `-at-least-${atLeast}`
  const end = `${cutAt === null ? open : `-cut-at-${cutAt}`}.${extension}`
  const table = within(safe(title), LONGEST_TITLE) || exportFileWords.fileName
  const name = [table, ...parts.map((part) => safe(part)).filter(Boolean)].join(' · ')
  return `${within(name, LONGEST - bytesOf(end))}${end}`
}

/** What narrows a table down to a query's records, in the words of a file's name: its search, conditions and limit. */
export function nameParts(query: Query, first: number | null): readonly string[] {
  return [
    sentWords(query.search),
    ...activeParts(query.where).map((part) => partWords(part)),
    first === null ? '' : exportFileWords.first(first),
  ]
}

/** What narrows down the rows of a statement, as far as its name can say: the limit that they end at. */
export function limitParts({ isAtLimit, rows }: { readonly isAtLimit: boolean; readonly rows: readonly unknown[] }) {
  return isAtLimit ? [exportFileWords.limit(rows.length)] : []
}

function partWords(part: Where): string {
  if ('all' in part) return exportFileWords.all(part.all.map((each) => partWords(each)))
  if ('any' in part) return exportFileWords.any(part.any.map((each) => partWords(each)))
  const { field, op, values } = part
  const how = PLAIN.has(op) ? '' : ` ${wordsOf(operatorOf(op), part, []).name}`
  return `${field}${how} ${exportFileWords.values(values.map((value) => exportFileWords.value(value)))}`
}

/** The ways to compare that go without saying. */
const PLAIN: ReadonlySet<string> = new Set(['is', 'isAnyOf'])

/**
 * Without what Windows refuses in names, what any system might read as part of a path, and what turns the order of letters
 * round, so that a name would seem to have another ending.
 */
function safe(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
}

/** The beginning of the text that takes no more bytes, with … for the rest. */
function within(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  let kept = ''
  let bytes = bytesOf('…')
  for (const sign of text) {
    bytes += bytesOf(sign)
    if (bytes > most) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Common file systems take names of at most 255 bytes; programs add to them. */
const LONGEST = 200
const LONGEST_TITLE = 120
