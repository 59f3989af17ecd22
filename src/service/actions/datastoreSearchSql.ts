import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { admitSql, type AdmittedSql } from '../admission/admitSql.ts'
import type { Connection } from '../catalog/catalog.ts'
import { isRefusedRequest, isTimeout } from '../sql/databaseError.ts'
import type { TextInPieces } from '../http/inPieces.ts'
import { given, membersText, objectText } from '../http/params.ts'
import { named } from '../catalog/column.ts'
import { forbidden, invalid } from '../refusal.ts'
import { runAll, type ResultColumn, SqlError, type SqlResult, type Statement, type Transaction } from '../sql/sql.ts'
import { list, name, sql, statement, trusted, value, type Fragment } from '../sql/statement.ts'
import { statementRefusal } from '../admission/statementRefusal.ts'
import { areSame, type TypedColumn } from '../search/likelyColumns.ts'
import type { Action } from './action.ts'

/**
 * `datastore_search_sql` (protocol/README.md P30): runs one admitted statement inside `SELECT * FROM (…)`, in a read-only
 * transaction, under a read-only role if there is one. How its values become JSON depends on its columns, so PostgreSQL is
 * asked for these first; where they are likely known, both go in one round trip.
 */
export const datastoreSearchSql: Action = async ({
  database,
  tables,
  likely,
  params,
  rowsMax,
  readerRole,
  placement,
  sql: { functions },
  mayRunSql,
}) => {
  mayRunSql()
  const sent = given(params, 'sql')
  if (sent === null || sent === '""') throw invalid({ sql: ['Missing value'] })
  if (jsonKind(sent) !== 'string') throw invalid({ sql: ['Must be a Unicode string value'] })
  const asked = jsonToPlain(sent)
  const named = new Set<string>()
  const admitted = await admitSql(asked, {
    functions: functions ?? sqlFunctions,
    isTable: (relation) => {
      named.add(relation)
      return tables.serves(relation)
    },
  })
  const settings = {
    search_path: ['pg_catalog', 'datastore', 'pg_temp'],
    ...(readerRole === null ? {} : { role: [readerRole] }),
  }
  const described: Statement = { text: `${OPENING}${admitted.statement}\n) AS blah`, values: [], onlyDescribed: true }
  const expected = likely.of(admitted.statement)
  /** Why the expected columns didn't work, if they may be the wrong ones. */
  let failure: SqlError | null = null

  const inSteps = async (tx: Transaction) => {
    const { columns } = await tx.query(described)
    // They were right, so it would fail again.
    if (failure !== null && expected !== null && areSame(columns, expected)) return null
    const typed = await withTypeNames(tx, columns)
    if (tx.queries !== undefined) likely.note(admitted.statement, typed)
    const [found] = await runAll(tx, [selected(admitted, typed, rowsMax)], true)
    return answerOf(found, typed, sent, rowsMax)
  }
  const inOneTrip = async (tx: Transaction) => {
    if (expected === null || tx.queries === undefined) return inSteps(tx)
    const guessed = [described, selected(admitted, expected, rowsMax)]
    const [first, last] = await tx.queries(guessed, true).catch((error: unknown) => {
      if (mayBeOfColumns(error)) failure = error
      throw error
    })
    return first !== undefined && areSame(first.columns, expected) ? answerOf(last, expected, sent, rowsMax) : null
  }
  const run = <Answer>(work: (tx: Transaction) => Promise<Answer>) => database.transaction('read only', work, settings)
  try {
    const { explain } = admitted
    if (explain !== null) return await run((tx) => explained(tx, explain, admitted, sent))
    const answer = await run(inOneTrip).catch((error: unknown) => {
      if (failure === null) throw error
      return null
    })
    const right = answer ?? (await run(inSteps))
    if (right === null) throw failure
    return right
  } catch (error) {
    const message = placement?.apart(error, [...named])
    if (message) throw statementRefusal(asked, { condition: 'FeatureNotSupported', message, position: null })
    throw refusalOf(error, asked, admitted)
  }
}

/** The plan of the statement, and not of what it is put into to give records. With ANALYZE it runs, and its rows stay where they are. */
async function explained(tx: Transaction, explain: string, { statement: text }: AdmittedSql, sent: JsonText) {
  const { rows } = await tx.query({ text: `${explain}\n${text}`, values: [] })
  const members = membersText([
    ['sql', sent],
    ['fields', '[{"id": "QUERY PLAN", "type": "json"}]'],
    ['records', `[{"QUERY PLAN": ${rows[0]?.[0] ?? 'null'}}]`],
  ])
  return `{${members}}`
}

/** Whether a statement may have failed because its columns are others than expected. */
function mayBeOfColumns(error: unknown): error is SqlError {
  return error instanceof SqlError && /^(?:22|42)/.test(error.code)
}

const OPENING = 'SELECT * FROM (\n'

/** What gives the records as JSON, and how many there are: at most one more than may be given. */
function selected(admitted: AdmittedSql, columns: readonly TypedColumn[], rowsMax: number): Statement {
  // If two columns share a name, a record has the last one (protocol/README.md P31, from Python's dict).
  const last = new Map(columns.map((column, index) => [column.name, { ...column, index }]))
  const values = [...last.values()].map(({ name: shownAs, typeName, isStored, index }) => ({
    name: shownAs,
    value: shownBySql(typeName, isStored, sql`b.${place(index)}`),
  }))
  const renamed = columns.length === 0 ? trusted('') : sql`(${list(columns.map((_, index) => place(index)))})`
  const rows = sql`
    select blah.*, row_number() over () as n from (\n${trusted(admitted.statement)}\n) as blah${renamed}
    limit ${value(String(rowsMax + 1), 'int8')}`
  const object =
    columns.length === 0 ? trusted(`'{}'`) : sql`(select row_to_json(s.*)::text from (select ${named(values)}) s)`
  return {
    ...statement(sql`
    select coalesce(string_agg(${object}, ',') filter (where b.n <= ${value(String(rowsMax), 'int8')}), ''), count(*)::text
    from (${rows}) b`),
    longAt: 0,
  }
}

function answerOf(
  found: SqlResult | undefined,
  columns: readonly TypedColumn[],
  sent: JsonText,
  rowsMax: number,
): JsonText | TextInPieces {
  const [records, count] = found?.rows[0] ?? []
  const fields = columns.map(({ name, typeName }) =>
    objectText([
      ['id', JSON.stringify(name)],
      ['type', JSON.stringify(typeName)],
    ]),
  )
  const members = membersText([
    ['sql', sent],
    ['fields', `[${fields.join(', ')}]`],
  ])
  const before = `{${members}, "records": [`
  const after = Number(count) > rowsMax ? '], "records_truncated": true}' : ']}'
  return found?.long === undefined ? before + (records ?? '') + after : [before, ...found.long, after]
}

/** Columns are renamed by position, since two may share a name. */
function place(index: number): Fragment {
  return name(`c${index}`)
}

/** Names of PostgreSQL's built-in types, whose oids are the same everywhere. */
const ownTypes = new Map<number, string>()

/** Oids below are PostgreSQL's own. */
const FIRST_USER_OID = 10_000

async function withTypeNames(tx: Connection, columns: readonly ResultColumn[]): Promise<readonly TypedColumn[]> {
  const types = await typeNames(tx, new Set(columns.map(({ type }) => type)))
  return columns.map((column) => ({ ...column, typeName: types.get(column.type) ?? 'text' }))
}

async function typeNames(tx: Connection, oids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  if ([...oids].every((oid) => ownTypes.has(oid))) return ownTypes
  const found = await tx.query(
    statement(sql`select oid, typname from pg_type where oid = any(${value(`{${[...oids].join(',')}}`, 'oid[]')})`),
  )
  const types = new Map(found.rows.map(([oid, type]) => [Number(oid), type ?? 'text']))
  for (const [oid, type] of types) if (oid < FIRST_USER_OID) ownTypes.set(oid, type)
  return types
}

/** A value in the form CKAN gives it here (protocol/README.md P17), if PostgreSQL's own JSON differs from that. */
function shownBySql(type: string, isStored: boolean, source: Fragment): Fragment {
  switch (type) {
    case 'json':
      // CKAN has a type of its own for `json` columns; what PostgreSQL itself computes as json comes as text.
      return isStored ? source : sql`${source}::text`
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

/** Whether four digits hold the year: neither BC nor infinity. */
function inPlainYears(source: Fragment): Fragment {
  return sql`${source} between '0001-01-01' and '9999-12-31 23:59:59.999999'`
}

/** Six decimals, or none if they are all zero. */
function isoTime(source: Fragment): Fragment {
  return sql`replace(to_char(${source}, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '.000000', '')`
}

/** As `1 day, 2:00:00`: Python has days and seconds only, with 30 days to a month and 365 to a year; days carry the sign. */
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

/** psycopg2's names of the most common errors. */
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
  '53200': 'OutOfMemory',
}

/** The position of an error in the text as sent, in characters from 0. PostgreSQL counts in what was run. */
function placeIn({ position }: SqlError, asked: string, { explain, statement, start }: AdmittedSql): number | null {
  if (position === undefined) return null
  const inside = position - 1 - (explain === null ? OPENING.length : explain.length + 1)
  if (inside < 0 || inside > Array.from(statement).length) return null
  return Array.from(asked.slice(0, start)).length + inside
}
