import { isAggregate } from '../../../sql/isAggregate.ts'
import { plainColumn, type Known } from '../../../sql/statement/columns.ts'

/** A table that a statement can name, with its columns as far as they are known. */
export interface KnownTable {
  readonly id: string
  readonly title: string
  readonly aliases: readonly string[]
  readonly columns: readonly { readonly id: string; readonly type: string }[] | null
}

/** The table of a name, which is its id or an alias. */
export function tableNamed(tables: readonly KnownTable[], name: string): KnownTable | null {
  return tables.find(({ id }) => id === name) ?? tables.find(({ aliases }) => aliases.includes(name)) ?? null
}

/** What is known of tables, for what reads a statement's scope. */
export function knownOf(tables: readonly KnownTable[]): Known {
  return {
    table(path) {
      const table = tableNamed(tables, path.at(-1) ?? '')
      if (table === null) return null
      return { id: table.id, columns: table.columns?.map(({ id, type }) => plainColumn(id, type)) ?? null }
    },
    resultType: () => null,
    resultColumns: () => null,
    givesOneValue: () => false,
    isAggregate,
  }
}
