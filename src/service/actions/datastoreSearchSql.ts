import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { admitSql, type AdmittedSql } from '../admitSql.ts'
import type { Connection } from '../catalog.ts'
import { isRefusedRequest, isTimeout } from '../databaseError.ts'
import { given, objectText } from '../params.ts'
import { named } from '../column.ts'
import { forbidden, invalid } from '../refusal.ts'
import type { SqlError, SqlResult } from '../sql.ts'
import { list, name, sql, statement, trusted, value, type Fragment } from '../statement.ts'
import { statementRefusal } from '../statementRefusal.ts'
import type { Action } from './action.ts'

/**
 * `datastore_search_sql` (datastore-api.md §10): runs one admitted statement inside `SELECT * FROM (…)`, in a
 * transaction that can't write, under a role that can't either where there is one.
 */
export const datastoreSearchSql: Action = async ({ database, tables, params, rowsMax, readerRole }) => {
  const sent = given(params, 'sql')
  if (sent === null || sent === '""') throw invalid({ sql: ['Missing value'] })
  if (jsonKind(sent) !== 'string') throw invalid({ sql: ['Must be a Unicode string value'] })
  const asked = jsonToPlain(sent)
  const admitted = await admitSql(asked, { isTable: (relation) => tables.serves(relation) })
  const settings = {
    search_path: 'pg_catalog, datastore, pg_temp',
    ...(readerRole === null ? {} : { role: readerRole }),
  }
  return database.transaction(
    'read only',
    async (tx) => {
      try {
        const { columns } = await tx.query({ text: `${OPENING}${admitted.statement}\n) AS blah LIMIT 0`, values: [] })
        return await answer(tx, columns, admitted.statement, sent, rowsMax)
      } catch (error) {
        throw refusalOf(error, asked, admitted)
      }
    },
    settings,
  )
}

const OPENING = 'SELECT * FROM (\n'

async function answer(
  tx: Connection,
  columns: SqlResult['columns'],
  admitted: string,
  sent: JsonText,
  rowsMax: number,
): Promise<JsonText> {
  const types = await typeNames(tx, new Set(columns.map((column) => column.type)))
  // Of two columns of one name a record holds the last (CKAN behaviour, as Python's dict has it).
  const last = new Map(columns.map((column, index) => [column.name, index]))
  const values = [...last].map(([column, index]) => ({
    name: column,
    value: shownBySql(types.get(columns[index]?.type ?? 0) ?? 'text', sql`b.${place(index)}`),
  }))
  const renamed = columns.length === 0 ? trusted('') : sql`(${list(columns.map((_, index) => place(index)))})`
  const rows = sql`
    select blah.*, row_number() over () as n from (\n${trusted(admitted)}\n) as blah${renamed}
    limit ${value(String(rowsMax + 1), 'int8')}`
  const object =
    columns.length === 0 ? trusted(`'{}'`) : sql`(select row_to_json(s.*)::text from (select ${named(values)}) s)`
  const found = await tx.query(
    statement(sql`
    select coalesce(string_agg(${object}, ',') filter (where b.n <= ${value(String(rowsMax), 'int8')}), ''), count(*)::text
    from (${rows}) b`),
  )
  const [records, count] = found.rows[0] ?? []
  const fields = columns.map((column) =>
    objectText([
      ['id', JSON.stringify(column.name)],
      ['type', JSON.stringify(types.get(column.type) ?? 'text')],
    ]),
  )
  return objectText([
    ['sql', sent],
    ['fields', `[${fields.join(', ')}]`],
    ['records', `[${records ?? ''}]`],
    ...(Number(count) > rowsMax ? [['records_truncated', 'true'] as const] : []),
  ])
}

/** Columns are renamed by their place, as two may have one name. */
function place(index: number): Fragment {
  return name(`c${index}`)
}

/** Names of PostgreSQL's own types, whose numbers are the same everywhere. */
const ownTypes = new Map<number, string>()

/** Numbers from here on are given by a database to what is made in it. */
const FIRST_NUMBER_OF_USERS = 10_000

async function typeNames(tx: Connection, oids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  if ([...oids].every((oid) => ownTypes.has(oid))) return ownTypes
  const found = await tx.query(
    statement(sql`select oid, typname from pg_type where oid = any(${value(`{${[...oids].join(',')}}`, 'oid[]')})`),
  )
  const types = new Map(found.rows.map(([oid, type]) => [Number(oid), type ?? 'text']))
  for (const [oid, type] of types) if (oid < FIRST_NUMBER_OF_USERS) ownTypes.set(oid, type)
  return types
}

/** A value as CKAN gives it here (datastore-api.md §4, last column), where that is not how PostgreSQL writes JSON. */
function shownBySql(type: string, source: Fragment): Fragment {
  switch (type) {
    case 'timestamp':
      return sql`case when ${inPlainYears(source)} then ${isoTime(source)} else to_json(${source}) #>> '{}' end`
    case 'timestamptz':
      return sql`case when ${inPlainYears(source)} then ${isoTime(source)} || '+00:00' else to_json(${source}) #>> '{}' end`
    case 'interval':
      return sql`case when isfinite(${source}) then ${pythonInterval(source)} else ${source}::text end`
    case 'jsonb':
    case 'record':
      return sql`${source}::text`
    default:
      return source
  }
}

/** Years that four digits tell whole: not before Christ, not endless. */
function inPlainYears(source: Fragment): Fragment {
  return sql`${source} between '0001-01-01' and '9999-12-31 23:59:59.999999'`
}

/** Six decimals where they are not zero, else none. */
function isoTime(source: Fragment): Fragment {
  return sql`replace(to_char(${source}, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '.000000', '')`
}

/** `1 day, 2:00:00`: Python counts days and seconds, a month as 30 days and a year as 365; days carry the sign. */
function pythonInterval(source: Fragment): Fragment {
  return sql`(
    select case when days = 0 then '' else days || case when abs(days) = 1 then ' day, ' else ' days, ' end end
      || trunc(rest / 3600) || to_char(trunc(rest / 60) % 60, ':FM00') || to_char(trunc(rest) % 60, ':FM00')
      || case when rest % 1 = 0 then '' else '.' || lpad(trunc((rest % 1) * 1000000)::text, 6, '0') end
    from (
      select floor(seconds / 86400) as days, seconds - floor(seconds / 86400) * 86400 as rest from (
        select (extract(year from ${source}) * 365 + extract(month from ${source}) * 30 + extract(day from ${source})) * 86400
          + extract(hour from ${source}) * 3600 + extract(minute from ${source}) * 60 + extract(second from ${source}) as seconds
      ) p
    ) q
  )`
}

function refusalOf(error: unknown, asked: string, admitted: AdmittedSql): unknown {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  if (!isRefusedRequest(error)) return error
  if (error.code === '42501') return forbidden(error.message)
  const condition = CONDITIONS[error.code] ?? 'DatabaseError'
  return statementRefusal(asked, { condition, message: error.message, position: placeIn(error, asked, admitted) })
}

/** The names that psycopg2 gives to the commonest conditions. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '22003': 'NumericValueOutOfRange',
  '22012': 'DivisionByZero',
  '22P02': 'InvalidTextRepresentation',
  '42601': 'SyntaxError',
  '42702': 'AmbiguousColumn',
  '42703': 'UndefinedColumn',
  '42803': 'GroupingError',
  '42804': 'DatatypeMismatch',
  '42883': 'UndefinedFunction',
  '42P01': 'UndefinedTable',
}

/** The place of an error in the statement as it was sent, in characters from 0: PostgreSQL counts in it as it was wrapped. */
function placeIn({ position }: SqlError, asked: string, { statement, start }: AdmittedSql): number | null {
  if (position === undefined) return null
  const inside = position - 1 - OPENING.length
  if (inside < 0 || inside > Array.from(statement).length) return null
  return Array.from(asked.slice(0, start)).length + inside
}
