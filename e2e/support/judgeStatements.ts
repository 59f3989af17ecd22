import type { PGlite } from '@electric-sql/pglite'
import * as v from 'valibot'
import { sendableStatement } from '../../src/instances/client/sendableStatement.ts'
import { sqlFunctions } from '../../src/protocol/sqlFunctions.ts'
import { admitSql } from '../../src/service/admission/admitSql.ts'
import { Refusal } from '../../src/service/refusal.ts'
import { mendedText } from '../../src/sql/diagnostics/parsedStatement.ts'
import { statementsOf } from '../../src/sql/statements.ts'
import { emptyPglite } from './emptyPglite.ts'

/** A statement, and what is said of it: `ok`, or why it is refused. */
export interface JudgedStatement {
  readonly sql: string
  /** PostgreSQL 18: SQLSTATE and place (in code points from 1). */
  readonly postgres: string
  /** Our service, before PostgreSQL reads it. */
  readonly rowan: string
  /** CKAN 2.11 with PostgreSQL 15: status and message. */
  readonly ckan: string
}

/** The tables of the statements; CKAN's own columns come first. */
export const JUDGED_TABLES = [
  {
    id: 'c0a9b500-0001-4000-8000-000000000001',
    alias: 'corpus_trees',
    fields: [
      ['species', 'text'],
      ['Height', 'numeric'],
      ['park', 'text'],
      ['planted', 'timestamp'],
      ['girth', 'int4'],
      ['alive', 'bool'],
      ['Case 1', 'text'],
    ],
  },
  {
    id: 'c0a9b500-0002-4000-8000-000000000002',
    alias: 'corpus_parks',
    fields: [
      ['name', 'text'],
      ['area', 'numeric'],
      ['opened', 'timestamp'],
    ],
  },
] as const

/** The only statement of a text as a page sends it, with values for its parameters. */
async function sentText(sql: string): Promise<string> {
  return sendableStatement(withValues(sql))
}

/** With a text in place of each parameter. */
function withValues(sql: string): string {
  const [statement] = statementsOf(sql)
  return statement ? sql.slice(0, statement.start) + mendedText(sql, statement) + sql.slice(statement.end) : sql
}

/** What PostgreSQL and our service say of these statements. */
export async function judgeHere(
  statements: readonly string[],
): Promise<readonly Pick<JudgedStatement, 'postgres' | 'rowan'>[]> {
  const db = await emptyPglite()
  try {
    for (const { id, alias, fields } of JUDGED_TABLES) {
      const columns = fields.map(([name, type]) => `"${name}" ${type}`).join(', ')
      await db.exec(
        `CREATE TABLE "${id}" (_id serial, _full_text tsvector, ${columns}); CREATE VIEW ${alias} AS SELECT * FROM "${id}"`,
      )
    }
    const judged = []
    for (const sql of statements) {
      judged.push({ postgres: await saidByPostgres(db, sql), rowan: await saidByService(sql) })
    }
    return judged
  } finally {
    await db.close()
  }
}

/** Read and analysed, and not run. */
async function saidByPostgres(db: PGlite, sql: string): Promise<string> {
  try {
    const { queryParams } = await db.describeQuery(withValues(sql))
    // Nobody sends a value for `$1`.
    return queryParams.length > 0 ? '42P02' : 'ok'
  } catch (error) {
    const { code, position } = v.parse(v.object({ code: v.string(), position: v.optional(v.string()) }), error)
    return position === undefined ? code : `${code} ${position}`
  }
}

async function saidByService(sql: string): Promise<string> {
  const names: readonly string[] = JUDGED_TABLES.flatMap(({ id, alias }) => [id, alias])
  try {
    await admitSql(await sentText(sql), { functions: sqlFunctions, isTable: (name) => names.includes(name) })
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const Site = v.object({
  bases: v.object({ sql: v.string() }),
  tokens: v.object({ editor: v.string() }),
  datasets: v.record(v.string(), v.string()),
})

/** What a running CKAN says of them, in tables of its own, which it removes. */
export async function judgeByCkan(description: unknown, statements: readonly string[]): Promise<readonly string[]> {
  const site = v.parse(Site, description)
  const act = async (action: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: site.tokens.editor }
    const answer = await fetch(`${site.bases.sql}/api/3/action/${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const made = new Map<string, string>()
  try {
    for (const { id, alias, fields } of JUDGED_TABLES) {
      const resource = { package_id: site.datasets['river-and-harbour'], name: alias }
      const wanted = { resource, aliases: [alias], fields: fields.map(([name, type]) => ({ id: name, type })) }
      const { status, text } = await act('datastore_create', { ...wanted, records: [{}] })
      if (status !== 200) throw new Error(text)
      const { result } = v.parse(v.object({ result: v.object({ resource_id: v.string() }) }), JSON.parse(text))
      made.set(id, result.resource_id)
    }
    const judged = []
    for (const sql of statements) {
      const sent = await sentText(sql)
      const own = [...made].reduce((text, [id, by]) => text.replaceAll(id, by), sent)
      const { status, text } = await act('datastore_search_sql', { sql: own })
      judged.push(status === 200 ? 'ok' : `${status} ${reasonIn(text)}`)
    }
    return judged
  } finally {
    for (const id of made.values()) {
      await act('datastore_delete', { resource_id: id, force: true })
      await act('resource_delete', { id })
    }
  }
}

const Refused = v.object({
  error: v.object({
    message: v.optional(v.string()),
    query: v.optional(v.array(v.string())),
    info: v.optional(v.object({ orig: v.array(v.string()) })),
  }),
})

function reasonIn(text: string): string {
  try {
    const { error } = v.parse(Refused, JSON.parse(text))
    return (error.info?.orig[0] ?? error.query?.[0] ?? error.message ?? '').split('\n')[0] ?? ''
  } catch {
    return 'no answer'
  }
}
