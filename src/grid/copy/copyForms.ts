import { separatedText } from '../../formats/csv/csvWriter.ts'
import type { CopiedCells } from './copiedCells.ts'
import { LONGEST_HTML_CELL, MOST_HTML_CELLS, OWN_FORM } from './copyLimits.ts'
import { htmlTable } from './htmlTable.ts'
import { jsonRecords } from './jsonRecords.ts'
import { markdownTable } from './markdownTable.ts'
import { ownCells } from './ownCells.ts'
import { sqlIn, sqlValues } from './sqlCells.ts'
import { tsv } from './tsv.ts'

/** How cells can be copied. `table`: for a spreadsheet, a block with its headers, a single cell without. */
export type CopyForm = 'table' | 'withHeaders' | 'withoutHeaders' | 'csv' | 'json' | 'markdown' | 'values' | 'in'

/** What goes into the clipboard, by media type; always with `text/plain`. */
export type CopiedTexts = Readonly<Record<string, string>>

/** The cells in that form. Spreadsheets get text, a table and Rowan's own form at once; other forms are text alone. */
export function copiedTexts(cells: CopiedCells, form: CopyForm): CopiedTexts {
  switch (form) {
    case 'table':
      return tables(cells, cells.rows.length > 1 || cells.columns.length > 1)
    case 'withHeaders':
      return tables(cells, true)
    case 'withoutHeaders':
      return tables(cells, false)
    case 'csv':
      return { 'text/plain': csvText(cells) }
    case 'json':
      return { 'text/plain': jsonRecords(cells) }
    case 'markdown':
      return { 'text/plain': markdownTable(cells) }
    case 'values':
      return { 'text/plain': sqlValues(cells) }
    case 'in':
      return { 'text/plain': sqlIn(cells) }
  }
}

function tables(cells: CopiedCells, headers: boolean): CopiedTexts {
  const isShort =
    cells.rows.length * cells.columns.length <= MOST_HTML_CELLS &&
    cells.rows.every((row) => row.every((cell) => (cell?.length ?? 0) <= LONGEST_HTML_CELL))
  return {
    'text/plain': tsv(cells, headers),
    ...(isShort ? { 'text/html': htmlTable(cells, headers) } : {}),
    [OWN_FORM]: ownCells(cells),
  }
}

function csvText({ columns, rows }: CopiedCells): string {
  const { header, lines } = separatedText(
    ',',
    columns.map(({ name, type }) => ({ id: name, type })),
  )
  return `${header}${lines(rows.map((row) => row.map((cell) => cell ?? undefined)))}`.replace(/\r\n$/, '')
}
