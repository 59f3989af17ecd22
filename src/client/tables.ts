import type { SearchPage } from '../protocol/answers.ts'
import { jsonKind, jsonToPlain } from '../protocol/jsonText.ts'

export interface Table {
  /** The id of the resource, which is also the table's name in SQL. */
  readonly id: string
  /** Its first alias, else a short form of the id. */
  readonly title: string
  readonly aliases: readonly string[]
}

/** The tables that pages of `_table_metadata` list: those with an alias first, by title. */
export function tablesOf(pages: readonly SearchPage[]): readonly Table[] {
  const aliases = new Map<string, Set<string>>()
  for (const page of pages) {
    const nameAt = page.fields.findIndex((field) => field.id === 'name')
    const ofAt = page.fields.findIndex((field) => field.id === 'alias_of')
    for (const row of page.rows) {
      const name = plain(row[nameAt])
      const of = plain(row[ofAt])
      // Names that begin with _ are the list itself and what else a server keeps for itself.
      if (name === null || name.startsWith('_')) continue
      const table = of ?? name
      const known = aliases.get(table) ?? new Set()
      if (of !== null) known.add(name)
      aliases.set(table, known)
    }
  }
  return [...aliases]
    .map(([id, names]) => tableOf(id, [...names].toSorted(byName)))
    .toSorted((a, b) => Number(a.aliases.length === 0) - Number(b.aliases.length === 0) || byName(a.title, b.title))
}

function tableOf(id: string, aliases: readonly string[]): Table {
  return { id, title: aliases[0] ?? (/^[0-9a-f-]{36}$/i.test(id) ? `${id.slice(0, 8)}…` : id), aliases }
}

function plain(value: string | undefined): string | null {
  return value === undefined || jsonKind(value) === 'null' ? null : jsonToPlain(value)
}

const byName = new Intl.Collator(undefined, { numeric: true }).compare
