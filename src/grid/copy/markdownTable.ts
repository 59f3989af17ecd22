import type { Cell } from '../../rows/rowSource.ts'
import { isValue, textOf, type CopiedCells, type CopiedColumn } from './copiedCells.ts'

/** A table of GitHub's Markdown. Signs of Markdown are escaped, line ends are `<br>`, null is *null*. */
export function markdownTable({ columns, rows }: CopiedCells): string {
  return [
    line(columns.map(({ name }) => escaped(name))),
    line(columns.map((column) => (isRight(column) ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell, at) => markdownCell(cell, columns[at])))),
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function isRight({ kind }: CopiedColumn): boolean {
  return kind === 'integer' || kind === 'numeric'
}

function markdownCell(cell: Cell, column: CopiedColumn | undefined): string {
  if (cell === 'null') return '*null*'
  return isValue(cell) && column !== undefined ? escaped(textOf(cell, column)) : ''
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\|`*[\]~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/\r\n|\n|\r/g, (end) => (end === '\n' ? '<br>' : end === '\r' ? '&#13;' : '&#13;<br>'))
    .replaceAll('\t', '&#9;')
    .replaceAll(/^ +| +$/g, (blanks) => '&#32;'.repeat(blanks.length))
}
