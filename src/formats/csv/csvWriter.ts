import { fieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ExportFormat } from '../exportFormat.ts'

/**
 * CSV as RFC 4180 has it, with a header and CRLF. Values keep their exact text; in a json column that is the JSON source,
 * so that the string "1" and the number 1 differ.
 */
export const format: ExportFormat = {
  name: 'CSV',
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  write(fields) {
    const isJson = fields.map((field) => fieldKind(field.type) === 'json')
    return {
      start: () => csvLine(fields.map((field) => field.id || null)),
      rows: (rows) => {
        let text = ''
        for (const row of rows) text += csvLine(row.map((value, column) => cellOf(value, isJson[column] === true)))
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

function cellOf(value: JsonText | undefined, isJson: boolean): string | null {
  if (value === undefined || jsonKind(value) === 'null') return null
  return isJson ? value : jsonToPlain(value)
}

function csvCell(cell: string | null): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
