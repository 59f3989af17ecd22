import { readXlsx, type Sheet } from 'hucre/xlsx'
import { ProblemError } from '../../protocol/problem.ts'
import type { ReadOptions } from '../tableReader.ts'
import { sheetTable, type SheetChoice, type SheetTable } from './sheetTable.ts'

/** The workbook that was read last, which is read again for another sheet or another row of names. */
const known = new WeakMap<Blob, Promise<readonly Sheet[]>>()

/** Reads a sheet of an Excel workbook. Rejects with `ProblemError`. */
export async function readXlsxTable(file: Blob, options: ReadOptions<SheetChoice, SheetTable>): Promise<SheetTable> {
  const sheets = known.get(file) ?? sheetsOf(file)
  known.set(file, sheets)
  const found = await sheets
  options.signal.throwIfAborted()
  return sheetTable(found, options)
}

async function sheetsOf(file: Blob): Promise<readonly Sheet[]> {
  try {
    // Only styles tell a date from a number, and a code that is shown with zeros.
    return (await readXlsx(await file.arrayBuffer(), { readStyles: true })).sheets
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new ProblemError({ code: 'workbookUnreadable', text }, { cause: error })
  }
}
