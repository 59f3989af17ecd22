import { examineTable, type CsvTable } from './csv/csvTable.ts'
import type { ReadingChoice as CsvChoice } from './csv/csvFile.ts'
import type { ReadOptions } from './tableReader.ts'

/** A file as a future table, in any format that is known. */
export type ReadTable = CsvTable

/** What people choose of how a file is read, whatever its format. */
export type ReadingChoice = CsvChoice

/** Reads the whole file for names, types, counts and the first 200 rows. Rejects with `ProblemError` or `AbortError`. */
export function readTable(file: File, options: ReadOptions<ReadingChoice, ReadTable>): Promise<ReadTable> {
  return examineTable(file, options)
}
