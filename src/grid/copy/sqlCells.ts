import { arrayText, sqlTypeName } from '../../formats/sqlScript/sqlValues.ts'
import { jsonKind } from '../../protocol/jsonText.ts'
import { isMisread, sqlLiteral, sqlName } from '../../query/sqlText.ts'
import type { Cell } from '../../rows/rowSource.ts'
import { isNumber, isValue, textOf, type CopiedCells, type CopiedColumn } from './copiedCells.ts'

/**
 * `(VALUES …) AS cells (…)`, to stand after FROM or JOIN: the first row says the types, the others follow it. Null,
 * what was not selected and what is not in the record are NULL.
 */
export function sqlValues({ columns, rows }: CopiedCells): string {
  const lines = rows.map((row, at) => {
    const values = row.map((cell, column) => sqlValue(cell, columns[column], at === 0))
    return `  (${values.join(', ')})`
  })
  return `(VALUES\n${lines.join(',\n')}\n) AS cells (${columns.map(({ name }) => sqlName(name)).join(', ')})`
}

/** A condition that is true for the different values of the first column, of null too if it is among them. */
export function sqlIn({ columns, rows }: CopiedCells): string {
  const [column] = columns
  if (column === undefined) return ''
  const cells = rows.map(([cell]) => cell).filter((cell) => cell !== undefined)
  const values = [...new Set(cells.filter((cell) => isValue(cell)).map((cell) => sqlValue(cell, column, false)))]
  const name = sqlName(column.name)
  const isIn = values.length === 0 ? null : `${name} IN (${values.join(', ')})`
  const isNull = cells.some((cell) => !isValue(cell)) ? `${name} IS NULL` : null
  return isIn !== null && isNull !== null ? `(${isIn} OR ${isNull})` : (isIn ?? isNull ?? '')
}

function sqlValue(cell: Cell, column: CopiedColumn | undefined, isTyped: boolean): string {
  const cast = isTyped && column !== undefined ? castTo(column.type) : ''
  if (column === undefined || !isValue(cell)) return `NULL${cast}`
  if (jsonKind(cell) === 'boolean' && column.kind === 'boolean') return cell.toUpperCase() + cast
  // As a bare number −0 loses its sign.
  if (isNumber(cell, column) && !/^-0*\.?0*(?:[eE]|$)/.test(cell))
    return cast !== '' && cell.startsWith('-') ? `(${cell})${cast}` : cell + cast
  const text = column.kind === 'array' && jsonKind(cell) === 'array' ? arrayText(cell) : textOf(cell, column)
  return literal(text) + cast
}

/** Plain where nothing misreads it, so that it stays readable. */
function literal(text: string): string {
  return isMisread(text) ? sqlLiteral(text) : `'${text.replaceAll("'", "''")}'`
}

function castTo(type: string): string {
  if (type === '') return ''
  const name = sqlTypeName(type)
  return `::${/^[a-z][\w ]*(?:\(\d+(?:, ?\d+)?\))?[\w ]*(?:\[\])?$/i.test(name) ? name : sqlName(name)}`
}
