import { writtenName } from '../names.ts'
import { canBeCompared, ownFields, rolesOf, type ExampleField, type Roles } from './roles.ts'

/** A table whose fields are known, under the name that statements write. */
export interface ExampleTable {
  readonly name: string
  readonly title: string
  readonly fields: readonly ExampleField[]
}

/** What an example shows, with the names of the fields in it in the order in which a sentence says them. */
export interface Example {
  readonly kind:
    | 'countBy'
    | 'changedLast'
    | 'addedLast'
    | 'sumByYear'
    | 'averageBy'
    | 'since'
    | 'repeated'
    | 'join'
    | 'topInEach'
    | 'byMonth'
    | 'filled'
    | 'different'
    | 'first'
    | 'count'
  readonly fields: readonly string[]
  /** The title of the table that is joined. */
  readonly joins: string | null
  readonly sql: string
}

/** How many examples are shown. */
const MOST_EXAMPLES = 6

/** Statements about a table by its own fields, each of which runs; `others` are tables that may have a field in common. */
export function examplesOf(table: ExampleTable, others: readonly ExampleTable[] = []): readonly Example[] {
  const roles = rolesOf(table.fields)
  const from = writtenName(table.name)
  const made = [
    countBy(from, roles),
    changedLast(from, table, roles),
    overTime(from, roles) ?? averageBy(from, roles),
    since(from, roles),
    repeated(from, table, roles),
    joined(from, table, others),
    topInEach(from, table, roles),
    byMonth(from, roles),
    filled(from, table),
    different(from, table),
    example('first', [], `SELECT *\nFROM ${from}\nLIMIT 100`),
    example('count', [], `SELECT count(*)\nFROM ${from}`),
  ]
  return made.filter((each) => each !== null).slice(0, MOST_EXAMPLES)
}

function example(
  kind: Example['kind'],
  fields: readonly ExampleField[],
  sql: string,
  joins: string | null = null,
): Example {
  return { kind, fields: fields.map(({ id }) => id), joins, sql }
}

function countBy(from: string, { group }: Roles): Example | null {
  if (group === null) return null
  const name = writtenName(group.id)
  return example(
    'countBy',
    [group],
    `SELECT ${name}, ${counted(group)}\nFROM ${from}\nGROUP BY ${name}\nORDER BY count(*) DESC`,
  )
}

function changedLast(from: string, { fields }: ExampleTable, { changed }: Roles): Example | null {
  const id = fields.find((field) => field.id === '_id')
  if (changed !== null)
    return example(
      'changedLast',
      [changed],
      `SELECT *\nFROM ${from}\nORDER BY ${writtenName(changed.id)} DESC NULLS LAST\nLIMIT 100`,
    )
  return id ? example('addedLast', [], `SELECT *\nFROM ${from}\nORDER BY _id DESC\nLIMIT 100`) : null
}

function overTime(from: string, { date, group, measure }: Roles): Example | null {
  if (date === null || measure === null) return null
  const year = `date_trunc('year', ${writtenName(date.id)})`
  const by = group === null ? '' : `, ${writtenName(group.id)}`
  const grouped = group === null ? [] : [group]
  return example(
    'sumByYear',
    [measure, ...grouped],
    `SELECT ${year} AS ${freeName('year', grouped)}${by}, sum(${writtenName(measure.id)}) AS ${freeName('total', grouped)}\nFROM ${from}\nGROUP BY ${year}${by}\nORDER BY ${year}${by}`,
  )
}

/** With a value that is put in beside the editor. */
function since(from: string, { date }: Roles): Example | null {
  if (date === null) return null
  const name = writtenName(date.id)
  return example('since', [date], `SELECT *\nFROM ${from}\nWHERE ${name} >= {{since}}\nORDER BY ${name}\nLIMIT 100`)
}

function averageBy(from: string, { group, measure }: Roles): Example | null {
  if (measure === null) return null
  const name = writtenName(measure.id)
  const grouped = group === null ? [] : [group]
  const figures = [`min(${name}) AS smallest`, `avg(${name}) AS average`, `max(${name}) AS largest`]
    .map((each) => each.replace(/(?<= AS )\w+$/, (label) => freeName(label, grouped)))
    .join(', ')
  if (group === null) return example('averageBy', [measure], `SELECT ${figures}\nFROM ${from}`)
  const by = writtenName(group.id)
  return example(
    'averageBy',
    [measure, group],
    `SELECT ${by}, ${figures}\nFROM ${from}\nGROUP BY ${by}\nORDER BY ${by}`,
  )
}

function repeated(from: string, { fields }: ExampleTable, { key }: Roles): Example | null {
  if (key === null || ownFields(fields).length === 0) return null
  const name = writtenName(key.id)
  return example(
    'repeated',
    [key],
    `SELECT ${name}, ${counted(key)}\nFROM ${from}\nGROUP BY ${name}\nHAVING count(*) > 1\nORDER BY count(*) DESC`,
  )
}

/** By the first field of texts or whole numbers that both have under one name. */
function joined(from: string, { fields }: ExampleTable, others: readonly ExampleTable[]): Example | null {
  for (const other of others) {
    const common = ownFields(fields).find(
      ({ id, type }) =>
        JOINED.test(type) && ownFields(other.fields).some((field) => field.id === id && field.type === type),
    )
    if (!common) continue
    const name = writtenName(common.id)
    const further = ownFields(other.fields).find(({ id }) => id !== common.id)
    const list = further ? `a.*, b.${writtenName(further.id)} AS ${writtenName(freeName(further.id, fields))}` : 'a.*'
    return example(
      'join',
      further ? [further] : [],
      `SELECT ${list}\nFROM ${from} AS a\nJOIN ${writtenName(other.name)} AS b ON b.${name} = a.${name}\nLIMIT 100`,
      other.title,
    )
  }
  return null
}

const JOINED = /^(?:text|varchar|int[248]|uuid)$/

/** The name, or the name with a number if the table has it: of two alike a server may send only one. */
function freeName(name: string, fields: readonly ExampleField[]): string {
  const names = new Set(fields.map(({ id }) => id))
  for (let number = 2; ; number++) {
    const free = names.has(name) ? `${name}_${number}` : name
    if (!names.has(free)) return free
  }
}

function topInEach(from: string, { fields }: ExampleTable, { group, measure }: Roles): Example | null {
  if (group === null || measure === null) return null
  const place = freeName('place', fields)
  const order = `PARTITION BY ${writtenName(group.id)} ORDER BY ${writtenName(measure.id)} DESC NULLS LAST`
  return example(
    'topInEach',
    [measure, group],
    `SELECT *\nFROM (\n  SELECT *, row_number() OVER (${order}) AS ${place}\n  FROM ${from}\n) AS ranked\nWHERE ${place} <= 3`,
  )
}

function byMonth(from: string, { date }: Roles): Example | null {
  if (date === null) return null
  const month = `date_trunc('month', ${writtenName(date.id)})`
  return example(
    'byMonth',
    [date],
    `SELECT ${month} AS month, count(*)\nFROM ${from}\nGROUP BY ${month}\nORDER BY ${month}`,
  )
}

/** The number of records, under a name that the field beside it doesn't have. */
function counted(field: ExampleField): string {
  return field.id === 'count' ? 'count(*) AS count_2' : 'count(*)'
}

/** `count(a)` counts what is not null; a few fields are enough to see how. */
function filled(from: string, { fields }: ExampleTable): Example | null {
  const first = ownFields(fields).slice(0, 5)
  if (first.length === 0) return null
  const counts = first.map(({ id }) => `  count(${writtenName(id)}) AS ${writtenName(id)}`)
  return example('filled', first.slice(0, 1), `SELECT\n${counts.join(',\n')}\nFROM ${from}`)
}

function different(from: string, { fields }: ExampleTable): Example | null {
  const field = ownFields(fields)[0]
  if (!field) return null
  const value = `${writtenName(field.id)}${canBeCompared(field) ? '' : '::text'}`
  return example('different', [field], `SELECT count(DISTINCT ${value})\nFROM ${from}`)
}
