import { readXlsx } from 'hucre/xlsx'
import type { ReadOptions } from '../tableReader.ts'
import type { SheetChoice, SheetTable } from './sheetTable.ts'
import { readWorkbook } from './workbook.ts'

/** Reads a sheet of an Excel workbook. Rejects with `ProblemError` or `AbortError`. */
export function readXlsxTable(file: Blob, options: ReadOptions<SheetChoice, SheetTable>): Promise<SheetTable> {
  return readWorkbook(file, readXlsx, options)
}
