/** A column as a statement sees it. */
export interface Column {
  readonly name: string
  /** PostgreSQL's name of its type; null if the text doesn't show it. */
  readonly type: string | null
  /** The field of a table that its values come from, unchanged. */
  readonly origin: { readonly table: string; readonly field: string } | null
  /** Set for one of a SELECT list that an aggregate makes: GROUP BY can't name it. */
  readonly aggregated?: boolean
}

/** The columns of a relation in order. */
export interface Columns {
  readonly list: readonly Column[]
  /** Whether there can be no others. */
  readonly complete: boolean
}

/** What is known of tables and functions. */
export interface Known {
  /** The table that a name in FROM means, with its columns; null for the columns if they were not loaded yet. */
  table(path: readonly string[]): { readonly id: string; readonly columns: readonly Column[] | null } | null
  /** The type of what a function returns, if all of that name return the same. */
  resultType(name: string): string | null
  /** Whether a function gives one value a row, whatever it is given: in FROM it has one column then. */
  givesOneValue(name: string): boolean
  /** The columns that a function has in FROM, if it names any. */
  resultColumns(name: string): readonly Column[] | null
  /** Whether a function is an aggregate or one of windows. */
  isAggregate(name: string): boolean
}

export const UNKNOWN: Columns = { list: [], complete: false }

/** One column after another, with new names for the first ones. */
export function renamed({ list, complete }: Columns, names: readonly string[] | null): Columns {
  if (names === null) return { list, complete }
  const kept = list.map((column, index) => ({ ...column, name: names[index] ?? column.name }))
  const further = names.slice(list.length).map((name) => plainColumn(name, null))
  return { list: [...kept, ...further], complete }
}

/** A column of which only the name and perhaps the type are known. */
export function plainColumn(name: string, type: string | null): Column {
  return { name, type, origin: null }
}

/** The columns of one relation after those of another. */
export function joined(parts: readonly Columns[]): Columns {
  return { list: parts.flatMap(({ list }) => list), complete: parts.every(({ complete }) => complete) }
}
