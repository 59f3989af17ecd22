import { cellJson, fits } from './columnTypes.ts'
import type { LoadedColumn, RefusedRow } from './newTable.ts'
import { lengthOf } from './recordLength.ts'
import { RowKeys } from './rowKeys.ts'
import type { FileRecord, FileTable } from './tableReader.ts'

/** A file as far as its records are read from it. */
export type RecordSource = Pick<FileTable<string, unknown>, 'records' | 'fillsShort'>

/**
 * The records of the file as JSON objects, in its order; a record that doesn't fit, or whose key an earlier one has, comes
 * as a refused row instead.
 */
export async function* recordsOf(
  table: RecordSource,
  columns: readonly LoadedColumn[],
  options: { readonly key: RowKeys | null; readonly signal: AbortSignal },
): AsyncGenerator<{ readonly record: FileRecord; readonly json: string } | RefusedRow> {
  const members = columns.flatMap((column, place) =>
    column === null ? [] : [{ name: JSON.stringify(column.name), type: column.type, place }],
  )
  for await (const record of rowsOf(table, options.signal)) {
    yield (
      refusalOf(record, columns, table) ??
        options.key?.refusalOf(record) ?? {
          record,
          json: `{${members.map(({ name, type, place }) => `${name}:${cellJson(type, record.cells[place] ?? null)}`).join(',')}}`,
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
  table: RecordSource,
  columns: readonly LoadedColumn[],
  options: { readonly key: readonly number[]; readonly signal: AbortSignal },
): Promise<KeyCheck> {
  const keys = new RowKeys(columns, options.key)
  const first: RefusedRow[] = []
  let duplicates = 0
  let rows = 0
  for await (const record of rowsOf(table, options.signal)) {
    if (refusalOf(record, columns, table) !== null) continue
    rows += 1
    const refused = keys.refusalOf(record)
    if (refused === null) continue
    duplicates += 1
    if (first.length < FIRST_DUPLICATES) first.push(refused)
  }
  return { rows, duplicates, first, empty: keys.empty }
}

/**
 * Which of these records, the first of the file, will be set aside: they don't fit, or an earlier one has their key. With
 * null for `key` there is none, or later records replace earlier ones.
 */
export function setAsideOf(
  records: readonly FileRecord[],
  table: Pick<RecordSource, 'fillsShort'>,
  columns: readonly LoadedColumn[],
  key: RowKeys | null,
): ReadonlySet<FileRecord> {
  return new Set(
    records.filter((record) => (refusalOf(record, columns, table) ?? key?.refusalOf(record) ?? null) !== null),
  )
}

async function* rowsOf(table: RecordSource, signal: AbortSignal): AsyncGenerator<FileRecord> {
  for await (const records of table.records(signal)) yield* records
}

/** The record as a refused row if it does not fit the columns; null if it does. */
function refusalOf(
  record: FileRecord,
  columns: readonly LoadedColumn[],
  { fillsShort }: Pick<RecordSource, 'fillsShort'>,
): RefusedRow | null {
  const found = lengthOf(record, columns.length)
  const { line, cells } = record
  const expected = columns.length
  if (found > expected || (found < expected && !fillsShort))
    return { line, cells, column: null, problem: { kind: 'width', found, expected } }
  for (const [place, column] of columns.entries()) {
    if (column === null) continue
    const { name, type } = column
    const cell = cells[place] ?? null
    if (cell !== null && !fits(type, cell)) return { line, cells, column: name, problem: { kind: 'misfit', type } }
  }
  return null
}

const FIRST_DUPLICATES = 20
