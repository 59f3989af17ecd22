import { readOds } from 'hucre/ods'
import type { ReadOptions } from '../tableReader.ts'
import type { SheetChoice, SheetTable } from '../xlsx/sheetTable.ts'
import { readWorkbook } from '../xlsx/workbook.ts'

/** Reads a sheet of an OpenDocument workbook. Rejects with `ProblemError` or `AbortError`. */
export function readOdsTable(file: Blob, options: ReadOptions<SheetChoice, SheetTable>): Promise<SheetTable> {
  return readWorkbook(file, readOds, options)
}
