import type { Cell } from '../../rows/rowSource.ts'
import { isNumber, isValue, textOf, type CopiedCells, type CopiedColumn } from './copiedCells.ts'

/**
 * An HTML table as spreadsheets take it. What they would change is marked as text, in Excel's way (`mso-number-format`) and
 * in LibreOffice's (`sdnum`): leading zeros, formulas, numbers of more digits than a double holds. Line ends, of
 * whichever kind, stay in their cell; blanks that HTML would run together are written by number, which LibreOffice leaves alone.
 */
export function htmlTable({ columns, rows }: CopiedCells, headers: boolean): string {
  const head = headers ? `<tr>${columns.map(({ name }) => `<th${TEXT}>${written(name)}</th>`).join('')}</tr>` : ''
  const body = rows.map((row) => `<tr>${row.map((cell, at) => htmlCell(cell, columns[at])).join('')}</tr>`).join('\n')
  return `${START}${head}${body}</table></body></html>`
}

/** Line ends in text have to stay where they are, and blanks as many as they are. */
const START =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8">' +
  '<style>br{mso-data-placement:same-cell}th,td{white-space:pre-wrap}.t{mso-number-format:"\\@"}</style></head>' +
  '<body><table>'

/** LibreOffice reads the format for text after two numbers of languages. */
const TEXT = ' class="t" sdnum="1033;0;@"'

function htmlCell(cell: Cell, column: CopiedColumn | undefined): string {
  if (!isValue(cell) || column === undefined) return '<td></td>'
  const text = textOf(cell, column)
  if (isNumber(cell, column) && isKept(text)) {
    // The number itself, for spreadsheets whose language has a comma in its place.
    return `<td x:num="${text}" sdval="${text}" sdnum="1033;">${text}</td>`
  }
  const isPlain = column.kind === 'boolean' || (column.kind === 'date' && DAY.test(text))
  return `<td${isPlain ? '' : TEXT}>${written(text)}</td>`
}

/** A day that spreadsheets know as one. */
const DAY = /^(?:19|20|21)\d\d-\d\d-\d\d$/

/** Whether a spreadsheet keeps the number: it has doubles, and no negative zero. */
function isKept(text: string): boolean {
  const [digits = ''] = /^-?[\d.]+/.exec(text) ?? []
  const counting = digits.replaceAll(/[-.]/g, '').replace(/^0+/, '')
  return counting.length <= 15 && text === digits && !/^-0*\.?0*$/.test(text)
}

function written(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/^ | $|(?<= ) /gm, '&#32;')
    .replaceAll(/\r\n|\r|\n/g, '<br>')
}
