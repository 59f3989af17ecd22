import { fieldKind } from '../../protocol/field.ts'
import type { ExportFormat, FilePart } from '../exportFormat.ts'
import { GuardCount } from '../guardCount.ts'
import { PushedRows } from '../pushedRows.ts'
import { dateFormat, sheetCells, sheetText, type SheetCell } from './sheetCell.ts'

/**
 * A workbook of Excel with a header that stays in view. Rows that one sheet can't hold go on in further ones. The library gets only what it
 * writes right (`sheetCells`), and text in which no `_x000D_` stands for a control character.
 */
export const format: ExportFormat = {
  name: 'Excel (XLSX)',
  extension: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  async write(fields) {
    const { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } = await import('hucre/xlsx')
    const guards = new GuardCount()
    const cells = fields.map((field) => sheetCells(field, guards))
    const rows = new PushedRows<SheetCell[]>()
    const columns = fields.map(({ id, type }) => {
      const numFmt = dateFormat(fieldKind(type))
      return { header: escaped(sheetText(id)), ...(numFmt === undefined ? {} : { numFmt, width: numFmt.length + 2 }) }
    })
    const file = readAlong(
      writeXlsxStream(rows, {
        name: 'Records',
        columns,
        freezePane: { rows: 1 },
        maxRowsPerSheet: XLSX_MAX_ROWS_PER_SHEET,
      }),
    )
    let count = 0
    return {
      start: () => '',
      async rows(given) {
        const made: SheetCell[][] = []
        for (const row of given) made.push(cells.map((cell, at) => withEscapes(cell(row[at]))))
        count += made.length
        await Promise.race([rows.push(made), file.failed])
        return file.take()
      },
      async end() {
        rows.end()
        await file.ended
        const sheets = Math.ceil(count / (XLSX_MAX_ROWS_PER_SHEET - 1))
        if (sheets > 1) guards.add('sheets', null, sheets)
        return { part: file.take(), guarded: guards.all() }
      },
    }
  },
}

/** Reads what comes, in pieces that the browser can keep on disk. */
function readAlong(stream: ReadableStream<Uint8Array>) {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  const ended = (async () => {
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      pieces.push(new Uint8Array(value))
    }
  })()
  const failed = new Promise<never>((_resolve, reject) => {
    ended.catch(reject)
  })
  failed.catch(() => undefined)
  return {
    ended,
    failed,
    take(): FilePart {
      const part = new Blob(pieces)
      pieces = []
      return part
    },
  }
}

function withEscapes(cell: SheetCell): SheetCell {
  return typeof cell === 'string' ? escaped(cell) : cell
}

/** In a workbook `_x000D_` is a carriage return: its first `_` is written as a sign of its own. */
function escaped(text: string): string {
  return text.includes('_x') ? text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_') : text
}
