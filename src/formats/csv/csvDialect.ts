import type { FileRecord } from '../tableReader.ts'
import { CsvParser } from './csvParser.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const

export type Separator = (typeof SEPARATORS)[number]

/** How the text of a file is cut into records and cells. */
export interface CsvDialect {
  readonly separator: Separator
  /** The first line is `sep=;`, as programs write it for Excel: it is no record. */
  readonly hasHint: boolean
  /** A quote is a character like others. */
  readonly plainQuotes: boolean
  /** Blanks around cells are left out. */
  readonly trims: boolean
  /** The line that has the names, and before which nothing is read; null: all lines are records, the columns are numbered. */
  readonly namesLine: number | null
  /** A record with too few cells has nothing in the last columns; else it is set aside. */
  readonly fillsShort: boolean
}

/** The parts of a dialect that people choose; the rest is guessed to suit them. */
export type DialectChoice = {
  readonly [Part in 'separator' | 'plainQuotes' | 'namesLine' | 'fillsShort']?: CsvDialect[Part] | undefined
}

/** The dialect that suits the beginning of a file best, which ends with a line, as far as it isn't chosen. */
export function likelyDialect(
  head: string,
  chosen: DialectChoice = {},
): { readonly dialect: CsvDialect; readonly firstRecords: readonly FileRecord[] } {
  const hint = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(head)?.[1]
  const hinted = SEPARATORS.find((each) => each === hint)
  const body = hinted === undefined ? head : head.slice('sep=;'.length)
  const plainQuotes = chosen.plainQuotes ?? false
  const separator = chosen.separator ?? hinted ?? likelySeparator(body, plainQuotes)
  // What stands before the names may be cut in any way.
  const { records, parser } = parsed(body, separator, plainQuotes)
  const namesLine = chosen.namesLine === undefined ? likelyNames(records) : chosen.namesLine
  const table = records.filter(({ line }) => namesLine === null || line >= namesLine)
  const dialect = {
    separator,
    plainQuotes,
    namesLine,
    hasHint: hinted !== undefined,
    trims: parser.isSpaced,
    fillsShort: chosen.fillsShort ?? !table.some(({ cells }) => cells.length > 1 && cells.at(-1) === null),
  }
  return { dialect, firstRecords: records.slice(0, MOST_TITLES + 1) }
}

/** The separator that cuts the lines into the most alike records, and leaves the fewest of the others within cells. */
export function likelySeparator(head: string, plainQuotes = false): Separator {
  let best: Separator = ','
  let bestScore = 0
  for (const separator of SEPARATORS) {
    const score = scoreOf(head, separator, plainQuotes)
    if (score > bestScore) {
      best = separator
      bestScore = score
    }
  }
  return best
}

/** At most this many records are looked at for the dialect. */
const LOOKED_AT = 50

/** A record that is as long as the header tells more than one whose end is missing. */
const SHORT_SCORE = 0.8

function parsed(head: string, separator: Separator, plainQuotes: boolean) {
  const parser = new CsvParser(separator, { plainQuotes })
  const records = parser.push(head)
  // A quote that is open at the end of the head may be closed after it.
  if (!parser.isInQuotes) records.push(...parser.end())
  return { parser, records: records.slice(0, LOOKED_AT) }
}

function scoreOf(head: string, separator: Separator, plainQuotes: boolean): number {
  const { parser, records: all } = parsed(head, separator, plainQuotes)
  const namesLine = likelyNames(all)
  const records = all.filter(({ line }) => line >= namesLine)
  const width = filled(records[0])
  if (width < 2) return 0
  const lengths = records.map(filled)
  const alike = lengths.filter((length) => length === width).length
  const short = lengths.filter((length) => length > 1 && length < width).length
  const cells = records.flatMap((record) => record.cells)
  const clean = cells.filter((cell) => cell === null || !hasOther(cell, separator)).length
  // Titles above the names count against a separator, but less than records of any length.
  const regular = (alike + SHORT_SCORE * short) / all.length
  // Among equals, more columns.
  return (regular * clean) / (cells.length + parser.strayCount) + width / 100_000
}

/** Whether another separator stands in the cell; a comma before a blank is usual in texts. */
function hasOther(cell: string, separator: Separator): boolean {
  return SEPARATORS.some((other) => other !== separator && (other === ',' ? /,(?! )/.test(cell) : cell.includes(other)))
}

/** The line of the first record that is no title: lines of one cell above a table of several columns are titles. */
export function likelyNames(records: readonly FileRecord[]): number {
  const first = records[0]?.line ?? 1
  const usual = usualLength(records)
  if (usual < 2) return first
  const names = records.findIndex((record) => filled(record) > 1)
  // There are few lines of titles, and a table has at least one record.
  return names > 0 && names <= MOST_TITLES && names < records.length - 1 ? (records[names]?.line ?? first) : first
}

const MOST_TITLES = 10

/** The length that most records have. */
export function usualLength(records: readonly FileRecord[]): number {
  const counts = new Map<number, number>()
  for (const record of records) counts.set(filled(record), (counts.get(filled(record)) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0] ?? 0
}

/** How many cells the record has up to its last value. */
function filled(record: FileRecord | undefined): number {
  return (record?.cells.findLastIndex((cell) => cell !== null) ?? -1) + 1
}
