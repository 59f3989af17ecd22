import type { Field } from '../../protocol/field.ts'
import { jsonToPlain } from '../../protocol/jsonText.ts'
import type { RowSource } from '../../rows/rowSource.ts'
import { ROWS_AT_ONCE } from '../../faces/call.ts'
import { sqlName } from '../../query/sqlText.ts'
import type { Profile } from '../../instances/profile/profile.ts'
import type { Instance } from '../../instances/instance.ts'
import { tableContextWords as words } from '../../words/en/faces/tableContext.ts'

/** A table, and what is known of it and of its server. Nothing in it is secret but the rows that are on the screen. */
export interface TableContext {
  readonly instance: Instance
  readonly profile: Pick<Profile, 'sql' | 'rangeFilters' | 'rowCap'>
  readonly title: string
  readonly tableId: string
  readonly total: number | null
  readonly fields: readonly Field[]
  /** What is on the screen, for examples; null if that is no rows of the table. */
  readonly rows: RowSource | null
  /** The statement that gives what is on the screen. */
  readonly sql: string
}

/** The table as text for an assistant: its name, fields with the dictionary's words and examples, dialect and limits. */
export function tableContext(context: TableContext): string {
  const { instance, profile, title, tableId, total, fields, sql } = context
  const isOwn = instance.origin === 'embedded'
  const action = (name: string) => `${isOwn ? '' : instance.baseUrl}${instance.prefix}/${name}`
  const lines = [
    words.table(title, instance.title, isOwn ? null : instance.baseUrl),
    words.name(sqlName(tableId)),
    ...(total === null ? [] : [words.records(total)]),
    '',
    words.fields,
    ...fields.map((field) => `- ${fieldLine(field, examplesOf(field.id, context))}`),
    '',
    words.how,
    profile.sql === 'off' || profile.sql === 'refused' ? words.sqlOff : words.sqlOn(action('datastore_search_sql')),
    words.search(action('datastore_search')),
    profile.rangeFilters === 'yes' ? words.ranges : words.equality,
    words.limits(profile.rowCap ?? ROWS_AT_ONCE),
    words.names,
    words.words,
    '',
    words.query,
    sql,
  ]
  return `${lines.join('\n')}\n`
}

function fieldLine({ id, type, info }: Field, examples: readonly string[]): string {
  const said = ['label', 'notes'].flatMap((name) => {
    const text = info?.[name]
    return typeof text === 'string' && text.trim() !== '' ? [oneLine(text)] : []
  })
  const all = [...said, ...(examples.length === 0 ? [] : [words.examples(examples.join(', '))])]
  return `${sqlName(id)}, ${type}${all.length === 0 ? '' : `: ${all.join('; ')}`}`
}

/** Up to three different values among the first rows, short enough to show what values look like. */
function examplesOf(id: string, { rows }: TableContext): readonly string[] {
  const column = rows?.fields.get().findIndex((field) => field.id === id) ?? -1
  if (rows === null || column === -1) return []
  const found = new Set<string>()
  for (let row = 0; row < ROWS_LOOKED_AT && found.size < 3; row += 1) {
    const cell = rows.cell(row, column)
    if (typeof cell === 'string' && cell !== 'null') found.add(JSON.stringify(shortened(oneLine(jsonToPlain(cell)))))
  }
  return [...found]
}

const ROWS_LOOKED_AT = 50
const LONGEST = 60

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
