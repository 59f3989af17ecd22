import { operatorOf } from '../../query/operators/registry.ts'
import type { Query, Where } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { activeParts } from '../../query/where.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'

/**
 * The name of the file for a table or query, with what narrows it down, saying if its rows are cut:
 * `field_programmes · stage active-cut-at-32000.csv`.
 */
export function exportName(title: string, parts: readonly string[], extension: string, cutAt: number | null): string {
  const end = `${cutAt === null ? '' : `-cut-at-${cutAt}`}.${extension}`
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

function partWords(part: Where): string {
  if ('all' in part) return exportFileWords.all(part.all.map((each) => partWords(each)))
  if ('any' in part) return exportFileWords.any(part.any.map((each) => partWords(each)))
  const { field, op, values } = part
  const how = PLAIN.has(op) ? '' : ` ${operatorOf(op).words.name}`
  return `${field}${how} ${exportFileWords.values(values.map((value) => exportFileWords.value(value)))}`
}

/** The ways to compare that go without saying. */
const PLAIN: ReadonlySet<string> = new Set(['is', 'isAnyOf'])

/** Without what Windows refuses in names, and what any system might read as part of a path. */
function safe(text: string): string {
  return text
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
