import { markdownLine, markdownText } from '../../formats/markdown/markdownText.ts'
import type { Cell } from '../../rows/rowSource.ts'
import { isValue, textOf, type CopiedCells, type CopiedColumn } from './copiedCells.ts'

/** A table of GitHub's Markdown. Signs of Markdown are escaped, line ends are `<br>`, null is *null*. */
export function markdownTable({ columns, rows }: CopiedCells): string {
  return [
    markdownLine(columns.map(({ name }) => markdownText(name))),
    markdownLine(columns.map((column) => (isRight(column) ? '---:' : '---'))),
    ...rows.map((row) => markdownLine(row.map((cell, at) => markdownCell(cell, columns[at])))),
  ].join('\n')
}

function isRight({ kind }: CopiedColumn): boolean {
  return kind === 'integer' || kind === 'numeric'
}

function markdownCell(cell: Cell, column: CopiedColumn | undefined): string {
  if (cell === 'null') return '*null*'
  return isValue(cell) && column !== undefined ? markdownText(textOf(cell, column)) : ''
}
