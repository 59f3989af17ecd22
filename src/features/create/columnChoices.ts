import { nameProblem } from '../../formats/columnNames.ts'
import type { ColumnType } from '../../formats/columnTypes.ts'
import type { ReadTable } from '../../formats/readTable.ts'

/** The name and type chosen for a column. */
export interface ColumnChoice {
  readonly name: string
  readonly type: ColumnType
}

/** What was chosen for the columns of a file, and the positions of the key's columns. */
export interface TableChoices {
  readonly columns: readonly ColumnChoice[]
  readonly keys: readonly number[]
}

/** The names and types that were found in the file, and no key. */
export function guessedChoices(table: ReadTable): TableChoices {
  return { columns: table.columns.map(({ name, guess }) => ({ name, type: guess })), keys: [] }
}

/**
 * The choices after the same file was read again, in another way: what was chosen for a column stays if a column of the same
 * name is in its place, the rest is guessed.
 */
export function carriedChoices(choices: TableChoices, before: ReadTable, now: ReadTable): TableChoices {
  const isSame = (place: number) => before.columns[place]?.written === now.columns[place]?.written
  return {
    columns: now.columns.map(({ name, guess }, place) => {
      const [old, chosen] = [before.columns[place], choices.columns[place]]
      if (old === undefined || chosen === undefined || !isSame(place)) return { name, type: guess }
      return {
        name: chosen.name === old.name ? name : chosen.name,
        type: chosen.type === old.guess ? guess : chosen.type,
      }
    }),
    keys: choices.keys.filter((place) => place < now.columns.length && isSame(place)),
  }
}

/** Whether anything was chosen that is not what the file says. */
export function isChanged({ columns, keys }: TableChoices, table: ReadTable): boolean {
  return (
    keys.length > 0 ||
    columns.some(({ name, type }, place) => {
      const column = table.columns[place]
      return column !== undefined && (name !== column.name || type !== column.guess)
    })
  )
}

/** The position of the first column whose name can't be used; -1 if all can. */
export function firstBadName(columns: readonly ColumnChoice[]): number {
  return columns.findIndex(
    ({ name }, place) =>
      nameProblem(
        name,
        columns.flatMap((each, other) => (other === place ? [] : [each.name])),
      ) !== null,
  )
}
