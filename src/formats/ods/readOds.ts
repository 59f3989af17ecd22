import { readOds, type Sheet } from 'hucre/ods'
import { ProblemError } from '../../protocol/problem.ts'
import type { ReadOptions } from '../tableReader.ts'
import { sheetTable, type SheetChoice, type SheetTable } from '../xlsx/sheetTable.ts'

/** The workbook that was read last, which is read again for another sheet or another row of names. */
const known = new WeakMap<Blob, Promise<readonly Sheet[]>>()

/** Reads a sheet of an OpenDocument workbook. Rejects with `ProblemError`. */
export async function readOdsTable(file: Blob, options: ReadOptions<SheetChoice, SheetTable>): Promise<SheetTable> {
  const sheets = known.get(file) ?? sheetsOf(file)
  known.set(file, sheets)
  const found = await sheets
  options.signal.throwIfAborted()
  return sheetTable(found, options)
}

async function sheetsOf(file: Blob): Promise<readonly Sheet[]> {
  try {
    // Only styles tell a date from a number, and a code that is shown with zeros.
    return (await readOds(await file.arrayBuffer(), { readStyles: true })).sheets
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new ProblemError({ code: 'workbookUnreadable', text }, { cause: error })
  }
}
