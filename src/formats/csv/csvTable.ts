import type { NewColumn, RefusedRow } from './newTable.ts'
import { cleanNames, type CleanName } from '../columnNames.ts'
import { ColumnGuess } from '../columnGuess.ts'
import { cellJson, COLUMN_TYPES, fits, type ColumnType } from '../columnTypes.ts'
import { CsvKeys } from './csvKeys.ts'
import { examineCsv, readCsv, type CsvReading } from './csvFile.ts'
import { CsvError, type CsvRecord } from './csvParser.ts'

/** A value that does not fit a type. */
export interface Misfit {
  readonly line: number
  readonly value: string
}

/** How many values of a column don't fit a type, and the first of them. */
export interface Misfits {
  readonly count: number
  readonly first: readonly Misfit[]
}

/** What the whole file says about one column. */
export interface CsvColumn extends CleanName {
  readonly guess: ColumnType
  /** Cells that are neither null nor empty. */
  readonly values: number
  readonly misfits: (type: ColumnType) => Misfits
}

/** A file that was read once from start to end. */
export interface CsvTable {
  readonly reading: CsvReading
  readonly columns: readonly CsvColumn[]
  /** How many records there are, without the header. */
  readonly rows: number
  readonly preview: readonly CsvRecord[]
}

/** Reads the whole file for names, types, counts and the first 200 rows. Rejects with `CsvError` or `AbortError`. */
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
  if (columns === null) throw new CsvError({ code: 'fileEmpty' })
  return { reading, columns: columns.map((column) => column.result()), rows, preview }
}

/**
 * The records of the file as JSON objects, in its order; a record that doesn't fit, or whose key an earlier one has, comes
 * as a refused row instead.
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

/** Whether a key is unique in the file; rows that don't fit their types are not counted. */
export interface KeyCheck {
  /** The rows that fit. */
  readonly rows: number
  /** How many rows share their key with an earlier one; the first of them are in `first`. */
  readonly duplicates: number
  readonly first: readonly RefusedRow[]
  /** Rows that have no value in any column of the key. */
  readonly empty: number
}

/** Reads the whole file again to check a key. Rejects with `AbortError`. */
export async function checkKey(
  file: Blob,
  reading: CsvReading,
  columns: readonly NewColumn[],
  options: { readonly key: readonly number[]; readonly signal: AbortSignal },
): Promise<KeyCheck> {
  const keys = new CsvKeys(columns, options.key)
  const first: RefusedRow[] = []
  let duplicates = 0
  let rows = 0
  for await (const record of rowsOf(file, reading, options.signal)) {
    if (refusalOf(record, columns) !== null) continue
    rows += 1
    const refused = keys.refusalOf(record)
    if (refused === null) continue
    duplicates += 1
    if (first.length < FIRST_DUPLICATES) first.push(refused)
  }
  return { rows, duplicates, first, empty: keys.empty }
}

/** All records except the header. */
async function* rowsOf(file: Blob, reading: CsvReading, signal: AbortSignal): AsyncGenerator<CsvRecord> {
  let isHeader = true
  for await (const records of readCsv(file, reading, signal)) {
    for (const record of records) {
      if (!isHeader) yield record
      isHeader = false
    }
  }
}

/** The record as a refused row if it does not fit the columns; null if it does. */
function refusalOf(record: CsvRecord, columns: readonly NewColumn[]): RefusedRow | null {
  const found = withoutEnd(record.cells, columns.length).length
  const { line, cells } = record
  const expected = columns.length
  if (found !== expected) return { line, cells, column: null, problem: { kind: 'width', found, expected } }
  for (const [place, { name, type }] of columns.entries()) {
    const cell = cells[place] ?? null
    if (cell !== null && !fits(type, cell)) return { line, cells, column: name, problem: { kind: 'misfit', type } }
  }
  return null
}

const PREVIEW_ROWS = 200
const FIRST_MISFITS = 3
const FIRST_DUPLICATES = 20

class ColumnCounter {
  readonly #name: CleanName
  readonly #guess: ColumnGuess
  readonly #misfits = new Map(COLUMN_TYPES.map((type) => [type, { count: 0, first: new Array<Misfit>() }]))

  constructor(name: CleanName, hasDecimalComma: boolean) {
    this.#name = name
    this.#guess = new ColumnGuess(hasDecimalComma)
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
    const misfits = (type: ColumnType) => this.#misfits.get(type) ?? { count: 0, first: [] }
    return { ...this.#name, guess: this.#guess.type(), values: this.#guess.values, misfits }
  }
}

/** Without the empty cells that programs add at the ends of lines; at least `least` cells stay. */
function withoutEnd(cells: readonly (string | null)[], least = 1): readonly (string | null)[] {
  let length = cells.length
  while (length > least && cells[length - 1] === null) length -= 1
  return cells.slice(0, length)
}
