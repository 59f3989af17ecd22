import { uniqueNames } from '../../formats/uniqueNames.ts'
import { withCharacters } from '../../protocol/json/jsonCharacters.ts'
import type { CopiedCells } from './copiedCells.ts'

/**
 * JSON: a list with an object for each row, the values as the server sent them; a single value alone. What was not selected,
 * or is not in the record, is not in the object. Columns of one name get a number.
 */
export function jsonRecords({ columns, rows }: CopiedCells): string {
  const [[only] = []] = rows
  if (rows.length === 1 && columns.length === 1)
    return only === undefined || only === null ? 'null' : withCharacters(only)
  const names = uniqueNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  const objects = rows.map((row) => {
    const members = row.flatMap((cell, at) =>
      typeof cell === 'string' ? [`${names[at] ?? '""'}: ${withCharacters(cell)}`] : [],
    )
    return `  {${members.join(', ')}}`
  })
  return `[\n${objects.join(',\n')}\n]`
}
