import { fieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ExportFormat } from '../exportFormat.ts'

/**
 * CSV as RFC 4180 has it, with a header and CRLF. Values keep their exact text; in a json column that is the JSON source,
 * so that the string "1" and the number 1 differ. A file that would begin with `ID`, which Excel takes for SYLK, begins with a quote.
 */
export const format: ExportFormat = {
  name: 'CSV',
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  write(fields, options) {
    const guarded = options?.guardsFormulas === true ? withoutFormula : (cell: string | null) => cell
    const isJson = fields.map((field) => fieldKind(field.type) === 'json')
    return {
      start: () =>
        `${options?.hasMark === true ? '\uFEFF' : ''}${firstLine(fields.map(({ id }) => guarded(id || null)))}`,
      rows: (rows) => {
        let text = ''
        for (const row of rows) {
          text += csvLine(row.map((value, column) => guarded(cellOf(value, isJson[column] === true))))
        }
        return text
      },
      end: () => '',
    }
  },
}

/** One record of a CSV file: null becomes an empty cell, empty text `""`. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function firstLine(names: readonly (string | null)[]): string {
  const line = csvLine(names)
  const [first = ''] = names
  return line.startsWith('ID') ? `"${first}"${line.slice(first?.length ?? 0)}` : line
}

/** A number is calculated to itself. */
function withoutFormula(cell: string | null): string | null {
  return cell !== null && /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[-+]?\d[\d.]*(?:e[-+]?\d+)?$/i.test(cell)
    ? `'${cell}`
    : cell
}

function cellOf(value: JsonText | undefined, isJson: boolean): string | null {
  if (value === undefined || jsonKind(value) === 'null') return null
  return isJson ? value : jsonToPlain(value)
}

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
