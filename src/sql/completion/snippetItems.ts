import { fieldKind } from '../../protocol/field.ts'
import { rolesOf, type ExampleField } from '../examples/roles.ts'
import { writtenName } from '../names.ts'
import { tableName, type CatalogueIndex } from './catalogue.ts'
import type { Completion } from './item.ts'

/** What whole statements can be begun with; `title` is left to whoever shows them. */
export type SnippetName = 'profile' | 'top' | 'month' | 'duplicates' | 'join'

/**
 * Statements with stops to fill in, as editors write them (`${1:name}`), about the table that is open; its fields are
 * guessed by type and name. A table whose fields are missing is added to `wanted`.
 */
export function snippetItems({ catalogue, tableNamed }: CatalogueIndex, wanted: Set<string>): readonly Completion[] {
  const table = tableNamed(catalogue.open ?? '')
  const fields = table ? catalogue.fields.get(table.id) : undefined
  if (table !== null && fields === undefined) wanted.add(table.id)
  const { group, measure, date, key } = rolesOf(fields ?? [])
  const from = table ? plain(writtenName(tableName(table))) : '${9:table}'
  const profiled = [group, measure, date, key].find((each) => each !== null && hasOrder(each)) ?? null
  const made: Readonly<Record<SnippetName, string>> = {
    profile: `SELECT count(*) AS records, count(${stop(profiled)}) AS filled, count(DISTINCT $1) AS different, min($1) AS smallest, max($1) AS largest\nFROM ${from}`,
    top: `SELECT ${stop(group ?? key)}, count(*) AS records\nFROM ${from}\nGROUP BY $1\nORDER BY records DESC\nLIMIT \${2:10}`,
    month: `SELECT date_trunc('month', ${stop(date)}) AS month, count(*) AS records\nFROM ${from}\nGROUP BY 1\nORDER BY 1`,
    duplicates: `SELECT ${stop(key)}, count(*) AS records\nFROM ${from}\nGROUP BY $1\nHAVING count(*) > 1\nORDER BY records DESC`,
    join: `SELECT a.*, b.\${3:column}\nFROM ${from} AS a\nJOIN \${1:table} AS b ON b.${stop(key, 2)} = a.$2\nLIMIT 100`,
  }
  return Object.entries(made).map(([label, insert]) => ({
    kind: 'snippet',
    label,
    insert,
    detail: table?.title ?? null,
    title: null,
  }))
}

function stop(field: ExampleField | null, number = 1): string {
  return `\${${number}:${field ? plain(writtenName(field.id)) : 'column'}}`
}

/** A text that holds no stops, whatever signs are in it. */
function plain(text: string): string {
  return text.replaceAll(/[$}\\]/g, String.raw`\$&`)
}

function hasOrder({ type }: ExampleField): boolean {
  return /^(?:text|integer|numeric|date|timestamp)$/.test(fieldKind(type))
}
