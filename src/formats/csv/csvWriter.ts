import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ExportFormat, FileOptions } from '../exportFormat.ts'

/** CSV as RFC 4180 has it, with a header and CRLF. */
export const format: ExportFormat = {
  name: 'CSV',
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  isForSheets: true,
  write(fields, options) {
    const text = separatedText(',', fields, options)
    return { start: () => text.header, rows: text.lines, end: () => ({ part: '', guarded: [] }) }
  },
}

/**
 * Text with a separator. Values keep their exact text; in a json column that is the JSON source, so that the string "1" and
 * the number 1 differ. A file that would begin with `ID`, which Excel takes for SYLK, begins with a quote.
 */
export function separatedText(
  separator: ',' | '\t',
  fields: readonly Field[],
  options?: FileOptions,
): { readonly header: string; readonly lines: (rows: Iterable<Row>) => string } {
  const guarded = options?.guardsFormulas === true ? withoutFormula : (cell: string | null) => cell
  const isJson = fields.map((field) => fieldKind(field.type) === 'json')
  const mark = options?.hasMark === true ? '\uFEFF' : ''
  return {
    header: `${mark}${firstLine(
      fields.map(({ id }) => guarded(id || null)),
      separator,
    )}`,
    lines(rows) {
      let text = ''
      for (const row of rows) {
        const cells = row.map((value, column) => guarded(cellOf(value, isJson[column] === true)))
        text += separatedLine(cells, separator)
      }
      return text
    },
  }
}

/** One record of a CSV file: null becomes an empty cell, empty text `""`. */
export function csvLine(cells: readonly (string | null)[]): string {
  return separatedLine(cells, ',')
}

function separatedLine(cells: readonly (string | null)[], separator: string): string {
  return `${cells.map((cell) => separatedCell(cell, separator)).join(separator)}\r\n`
}

function firstLine(names: readonly (string | null)[], separator: string): string {
  const line = separatedLine(names, separator)
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

function separatedCell(cell: string | null, separator: string): string {
  if (cell === null) return ''
  return cell === '' || cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
