import { cleanNames, type CleanName } from './columnNames.ts'
import { cellJson, ColumnGuess, COLUMN_TYPES, fits, type ColumnType } from './columnTypes.ts'
import { CsvKeys } from './csvKeys.ts'
import { examineCsv, readCsv, type CsvReading } from './csvFile.ts'
import { CsvError, type CsvRecord } from './csvParser.ts'

/** A value that a type has no place for. */
export interface Misfit {
  readonly line: number
  readonly value: string
}

/** What a whole file says of one column. */
export interface CsvColumn extends CleanName {
  readonly guess: ColumnType
  /** Values that are neither null nor empty. */
  readonly values: number
  /** For each type, how many values don't fit, and the first of them. */
  readonly misfits: Readonly<Record<ColumnType, { readonly count: number; readonly first: readonly Misfit[] }>>
}

/** A file that was read once from end to end. */
export interface CsvTable {
  readonly reading: CsvReading
  readonly columns: readonly CsvColumn[]
  /** All records but the header. */
  readonly rows: number
  readonly preview: readonly CsvRecord[]
}

/** A record that is not loaded, and why. */
export interface RefusedRow {
  readonly line: number
  readonly cells: readonly (string | null)[]
  readonly column: string | null
  readonly reason: string
}

/** A column as it is to be made, in the order of the file. */
export interface NewColumn {
  readonly name: string
  readonly type: ColumnType
}

/** Reads the whole file: names, types, counts and the first 200 rows. Rejects with `CsvError` or `AbortError`. */
export async function examineTable(
  file: Blob,
  options: { readonly signal: AbortSignal; readonly onProgress: (rows: number) => void },
): Promise<CsvTable> {
  const reading = await examineCsv(file, options.signal)
  let columns: ColumnCounter[] | null = null
  const preview: CsvRecord[] = []
  let rows = 0
  for await (const records of readCsv(file, reading, options.signal)) {
    for (const record of records) {
      if (columns === null) {
        columns = cleanNames(withoutEnd(record.cells)).map((name) => new ColumnCounter(name, reading.separator === ';'))
        continue
      }
      rows += 1
      if (preview.length < PREVIEW_ROWS) preview.push(record)
      for (const [place, column] of columns.entries()) column.add(record.cells[place] ?? null, record.line)
    }
    options.onProgress(rows)
  }
  if (columns === null) throw new CsvError('The file is empty. The first row has to hold the names of the columns.')
  return { reading, columns: columns.map((column) => column.result()), rows, preview }
}

/**
 * The records of the file as JSON objects, in its order; those that don't fit are told and left out, and so are those
 * whose key an earlier one has.
 */
export async function* recordsOf(
  file: Blob,
  reading: CsvReading,
  columns: readonly NewColumn[],
  options: { readonly key: CsvKeys | null; readonly signal: AbortSignal },
): AsyncGenerator<{ readonly record: CsvRecord; readonly json: string } | RefusedRow> {
  const names = columns.map((column) => JSON.stringify(column.name))
  for await (const record of rowsOf(file, reading, options.signal)) {
    yield (
      refusalOf(record, columns) ??
        options.key?.refusalOf(record) ?? {
          record,
          json: `{${columns.map(({ type }, place) => `${names[place] ?? ''}:${cellJson(type, record.cells[place] ?? null)}`).join(',')}}`,
        }
    )
  }
}

/** How far a key tells the rows of a file apart, of those rows that fit. */
export interface KeyCheck {
  /** The rows that fit. */
  readonly rows: number
  /** The rows that share their key with an earlier one; the first of them in `first`. */
  readonly doubled: number
  readonly first: readonly RefusedRow[]
  /** Rows in which the whole key is empty. */
  readonly empty: number
}

/** Reads the whole file again for the values of its key. Rejects with `AbortError`. */
export async function checkKey(
  file: Blob,
  reading: CsvReading,
  columns: readonly NewColumn[],
  options: { readonly key: readonly number[]; readonly signal: AbortSignal },
): Promise<KeyCheck> {
  const keys = new CsvKeys(columns, options.key)
  const first: RefusedRow[] = []
  let doubled = 0
  let rows = 0
  for await (const record of rowsOf(file, reading, options.signal)) {
    if (refusalOf(record, columns) !== null) continue
    rows += 1
    const refused = keys.refusalOf(record)
    if (refused === null) continue
    doubled += 1
    if (first.length < FIRST_DOUBLED) first.push(refused)
  }
  return { rows, doubled, first, empty: keys.empty }
}

/** All records but the header. */
async function* rowsOf(file: Blob, reading: CsvReading, signal: AbortSignal): AsyncGenerator<CsvRecord> {
  let isHeader = true
  for await (const records of readCsv(file, reading, signal)) {
    for (const record of records) {
      if (!isHeader) yield record
      isHeader = false
    }
  }
}

/** Why a record can't be sent at all; null where it can. */
export function refusalOf(record: CsvRecord, columns: readonly NewColumn[]): RefusedRow | null {
  const found = withoutEnd(record.cells, columns.length).length
  const { line, cells } = record
  if (found !== columns.length) {
    const reason = `It has ${found === 1 ? '1 value' : `${found} values`} where the header names ${columns.length === 1 ? '1 column' : `${columns.length} columns`}.`
    return { line, cells, column: null, reason }
  }
  for (const [place, { name, type }] of columns.entries()) {
    const cell = cells[place] ?? null
    if (cell !== null && !fits(type, cell)) return { line, cells, column: name, reason: misfitWords(type) }
  }
  return null
}

/** Why a value does not fit the type. */
export function misfitWords(type: ColumnType): string {
  return MISFITS[type]
}

/** A CSV file of rows that were set aside, with their reasons in a last column, to be repaired and loaded later. */
export function refusedCsv(columns: readonly CleanName[], rows: readonly RefusedRow[]): string {
  const lines = [
    [...columns.map((column) => column.written), 'line in the file', 'reason'],
    ...rows.map((row) => [
      ...columns.map((_, place) => row.cells[place] ?? null),
      ...row.cells.slice(columns.length),
      String(row.line),
      row.column === null ? row.reason : `${row.column}: ${row.reason}`,
    ]),
  ]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

const PREVIEW_ROWS = 200
const FIRST_MISFITS = 3
const FIRST_DOUBLED = 20

const MISFITS: Readonly<Record<ColumnType, string>> = {
  text: 'It holds a character of code 0, which PostgreSQL does not store.',
  int4: 'Not a whole number between −2,147,483,648 and 2,147,483,647 without leading zeros.',
  int8: 'Not a whole number of at most 64 bits without leading zeros.',
  numeric: 'Not a number without leading zeros, with a point for its decimals.',
  numeric_comma: 'Not a number without leading zeros, with one comma for its decimals.',
  bool: 'Neither true nor false.',
  date: 'Not a date as 2025-01-31.',
  timestamp: 'Not a time as 2025-01-31T12:00:00, without a zone, with at most six decimals.',
  timestamptz: 'Not a time with its zone, as 2025-01-31T12:00:00Z.',
  json: 'Not JSON.',
}

class ColumnCounter {
  readonly #name: CleanName
  readonly #guess: ColumnGuess
  readonly #misfits = new Map(COLUMN_TYPES.map((type) => [type, { count: 0, first: new Array<Misfit>() }]))

  constructor(name: CleanName, decimalComma: boolean) {
    this.#name = name
    this.#guess = new ColumnGuess(decimalComma)
  }

  add(cell: string | null, line: number): void {
    this.#guess.add(cell)
    if (cell === null) return
    for (const [type, misfits] of this.#misfits) {
      if (fits(type, cell)) continue
      misfits.count += 1
      if (misfits.first.length < FIRST_MISFITS) misfits.first.push({ line, value: cell.slice(0, 200) })
    }
  }

  result(): CsvColumn {
    const of = (type: ColumnType) => this.#misfits.get(type) ?? { count: 0, first: [] }
    const misfits = {
      text: of('text'),
      int4: of('int4'),
      int8: of('int8'),
      numeric: of('numeric'),
      numeric_comma: of('numeric_comma'),
      bool: of('bool'),
      date: of('date'),
      timestamp: of('timestamp'),
      timestamptz: of('timestamptz'),
      json: of('json'),
    }
    return { ...this.#name, guess: this.#guess.type(), values: this.#guess.values, misfits }
  }
}

/** Without the empty cells behind the last one that counts, as programs write them at the ends of lines. */
function withoutEnd(cells: readonly (string | null)[], least = 1): readonly (string | null)[] {
  let length = cells.length
  while (length > least && cells[length - 1] === null) length -= 1
  return cells.slice(0, length)
}

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
