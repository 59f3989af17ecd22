import type { Sheet } from 'hucre/xlsx'
import { ProblemError } from '../../protocol/problem.ts'
import type { ReadOptions } from '../tableReader.ts'
import { sheetTable, type SheetChoice, type SheetTable } from './sheetTable.ts'

/** A library's reader of workbooks, of Excel or OpenDocument. */
type ReadSheets = (
  bytes: ArrayBuffer,
  options: { readonly readStyles: true },
) => Promise<{ readonly sheets: readonly Sheet[] }>

/** Workbooks that were read, which are asked again for another sheet or another row of names. */
const known = new WeakMap<Blob, Promise<readonly Sheet[]>>()

/** Reads a sheet of a workbook. Rejects with `ProblemError` or `AbortError`. */
export async function readWorkbook(
  file: Blob,
  read: ReadSheets,
  options: ReadOptions<SheetChoice, SheetTable>,
): Promise<SheetTable> {
  const sheets = known.get(file) ?? sheetsOf(file, read)
  known.set(file, sheets)
  const found = await sheets
  options.signal.throwIfAborted()
  return sheetTable(found, options)
}

async function sheetsOf(file: Blob, read: ReadSheets): Promise<readonly Sheet[]> {
  try {
    // Only styles tell a date from a number, and a code that is shown with zeros.
    return (await read(await file.arrayBuffer(), { readStyles: true })).sheets
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new ProblemError({ code: 'workbookUnreadable', text }, { cause: error })
  }
}
