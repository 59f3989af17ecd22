import type { Cell } from '../../rows/rowSource.ts'
import { isValue, textOf, type CopiedCells, type CopiedColumn } from './copiedCells.ts'

/**
 * A single cell as it is, to be pasted into text; more as text with tabs, as spreadsheets take it: CRLF between rows and none at the end, quotes where a cell holds what would end
 * it, or begins with one. Null and empty text are both empty: the form has no other word for either.
 */
export function tsv({ columns, rows }: CopiedCells, headers: boolean): string {
  const [[only] = []] = rows
  const [column] = columns
  if (rows.length === 1 && columns.length === 1 && column !== undefined && !headers)
    return isValue(only) ? textOf(only, column) : ''
  const lines = rows.map((row) => row.map((cell, at) => tsvCell(cell, columns[at])).join('\t'))
  if (headers) lines.unshift(columns.map(({ name }) => quoted(name)).join('\t'))
  return lines.join('\r\n')
}

function tsvCell(cell: Cell, column: CopiedColumn | undefined): string {
  return isValue(cell) && column !== undefined ? quoted(textOf(cell, column)) : ''
}

function quoted(text: string): string {
  return /^"|[\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
