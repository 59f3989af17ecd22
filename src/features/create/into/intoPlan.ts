import type { ColumnType } from '../../../formats/columnTypes.ts'
import type { LoadedColumn } from '../../../formats/newTable.ts'
import type { ReadTable } from '../../../formats/readTable.ts'
import type { KeyCheck } from '../../../formats/tableRecords.ts'
import type { IntoTable } from './intoTable.ts'
import { matchColumns, type ColumnMatch } from './matchColumns.ts'
import { readingOf } from './readAs.ts'

/** What the records of the file do: they are added, they change those with their key, or they take the place of all. */
export type IntoWay = 'add' | 'update' | 'replace'

/** What was found or chosen for each column of the table. */
export interface IntoColumn extends ColumnMatch {
  /** null while nobody has said which of two readings is meant; and without a column of the file. */
  readonly type: ColumnType | null
}

/** What the file has for each column of the table, by names and values. */
export function foundColumns(file: ReadTable, table: IntoTable): readonly IntoColumn[] {
  const names = table.columns.map(({ name }) => name)
  return matchColumns(file.columns, names).map((match, at) =>
    withReading(match, file, table.columns[at]?.type ?? 'text'),
  )
}

/** The match with the reading that the values suggest. */
export function withReading(match: ColumnMatch, file: ReadTable, type: string): IntoColumn {
  const column = match.place === null ? undefined : file.columns[match.place]
  if (column === undefined) return { ...match, type: null }
  const reading = readingOf(column, type)
  return { ...match, type: reading.isAmbiguous ? null : reading.type }
}

/** What each column of the file is loaded as; null for those that are left out. */
export function loadedColumns(file: ReadTable, table: IntoTable, columns: readonly IntoColumn[]): LoadedColumn[] {
  return file.columns.map((_, place) => {
    const at = columns.findIndex((column) => column.place === place)
    const [into, chosen] = [table.columns[at], columns[at]]
    return into === undefined || chosen === undefined ? null : { name: into.name, type: chosen.type ?? 'text' }
  })
}

/** The positions in the file of the columns of the table's key; null if it has none, or the file lacks one. */
export function keyPlaces(table: IntoTable, columns: readonly IntoColumn[]): readonly number[] | null {
  if (table.key === null || table.key.length === 0) return null
  const places = table.columns.flatMap(({ isKey }, at) => (isKey ? [columns[at]?.place ?? null] : []))
  const found = places.flatMap((place) => (place === null ? [] : [place]))
  return found.length === places.length ? found : null
}

/** Why records can't be changed by the key, or all replaced; null if they can. */
export function whyNotWay(
  way: IntoWay,
  table: IntoTable,
  columns: readonly IntoColumn[],
): 'noKey' | 'keyNotTold' | 'keyNotInFile' | 'replaceKeyed' | 'noCount' | 'noFilters' | null {
  if (way === 'add') return null
  if (table.key === null) return 'keyNotTold'
  if (way === 'update') {
    if (table.key.length === 0) return 'noKey'
    return keyPlaces(table, columns) === null ? 'keyNotInFile' : null
  }
  // Two records with one key can't stand beside each other, not even until the old one is removed.
  if (table.key.length > 0) return 'replaceKeyed'
  if (table.records === null) return 'noCount'
  return table.deletes === null ? 'noFilters' : null
}

/**
 * How many rows of the file the page would send; null if that isn't known, as which rows have values that don't fit is only
 * counted by column.
 */
export function rowsToSend(
  way: IntoWay,
  file: Pick<ReadTable, 'rows' | 'columns' | 'findings' | 'fillsShort'>,
  columns: readonly LoadedColumn[],
  check: KeyCheck | 'checking' | null,
): number | null {
  if (check === 'checking') return null
  if (check !== null) return way === 'update' ? check.rows : check.rows - check.duplicates
  const misfits = columns.flatMap((column, place) => {
    const count = column === null ? 0 : (file.columns[place]?.misfits(column.type).count ?? 0)
    return count === 0 ? [] : [count]
  })
  // What a row that is set aside for its length has in its cells is not counted as a misfit.
  const { short, long } = file.findings
  const asideForLength = long.count + (file.fillsShort ? 0 : short.count)
  return misfits.length > 1 ? null : file.rows - asideForLength - (misfits[0] ?? 0)
}

/** Why nothing can be sent yet: the first thing to do. */
export function whatIsMissing(
  columns: readonly IntoColumn[],
  check: KeyCheck | 'checking' | null,
): 'noColumns' | 'reading' | 'checkingKey' | null {
  const matched = columns.filter(({ place }) => place !== null)
  if (matched.length === 0) return 'noColumns'
  if (matched.some(({ type }) => type === null)) return 'reading'
  return check === 'checking' ? 'checkingKey' : null
}
