import type { PGlite, Transaction } from '@electric-sql/pglite'
import {
  BETWEEN_RECORDS,
  changesTable,
  COPY_PATH,
  type CopyAnswer,
  type CopyBegin,
  type CopyPage,
  type CopyRefusal,
  type StoredAnswer,
  type StoredCopy,
} from '../../protocol/copyMessages.ts'
import type { Field } from '../../protocol/field.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import { answerLines, type AnswerLines } from './answerLines.ts'
import { BytesHere } from './bytesHere.ts'
import { compare } from './compareCopies.ts'
import { columnsOf } from './copyColumns.ts'
import { copyLines, type CopyColumn } from './copyText.ts'
import { copyValues } from './copyValues.ts'
import { NEWLINE } from './jsonBytes.ts'
import { markCommitted } from './markCommitted.ts'
import { findWords, findWordsInOlder, noteWords, wordsOf } from './copyWords.ts'
import { quoted } from '../sql/statement.ts'

/**
 * Takes the tables of other servers into a database that holds nothing else. Their records come page by page and are read
 * by COPY, each page with what the page needs to go on in one transaction. Null for requests that it does not know.
 */
export async function createCopyStore(db: PGlite): Promise<(request: AskedRequest) => Promise<Response> | null> {
  await db.exec(PREPARATION)
  await findWordsInOlder(db)
  return (request) => {
    const { pathname } = new URL(request.url)
    const path = pathname.startsWith(COPY_PATH) ? pathname.slice(COPY_PATH.length) : ''
    if (path === 'columns') return answer(async () => copyValues(db, await jsonOf(request)))
    const run = RUN[path]
    return run === undefined ? null : answer(async () => Response.json((await run(db, request)) ?? {}))
  }
}

/** Removes the tables that a new data folder comes with: here they would be nobody's. */
export async function emptyForCopies(db: PGlite): Promise<void> {
  const { rows } = await db.query<{ resource_id: string }>('select resource_id from rowan.tables')
  for (const { resource_id } of rows) {
    await db.exec(`drop table if exists datastore.${quoted(resource_id)} cascade`)
  }
  await db.exec('delete from rowan.tables')
}

const PREPARATION = `
  create table if not exists rowan.copies (
    id text primary key references rowan.tables (resource_id) on delete cascade,
    records int8 not null default 0, state text not null, kept_as_text text[] not null default '{}');
  -- Copies that were begun before it was noted here have it in their state.
  alter table rowan.copies add column if not exists last int8`

const RUN: Readonly<Record<string, (db: PGlite, request: AskedRequest) => Promise<unknown>>> = {
  begin: async (db, request) => db.transaction(async (tx) => begin(tx, await jsonOf(request))),
  page: async (db, request) => page(db, await textOf(request)),
  answer: async (db, request) => answerPage(db, new Uint8Array(await request.arrayBuffer())),
  state: async (db, request) => {
    const { id, state } = await jsonOf(request)
    const { affectedRows } = await db.query('update rowan.copies set state = $2 where id = $1', [id, state])
    if (affectedRows !== 1) throw new Refused('noSuchCopy')
  },
  end: async (db, request) => end(db, await jsonOf(request)),
  compare: async (db, request) => {
    const { id, before } = await jsonOf(request)
    return db.transaction(async (tx) => {
      await drop(tx, changesTable(id))
      return compare(tx, id, before)
    })
  },
  drop: async (db, request) => {
    const { ids } = await jsonOf(request)
    await db.transaction(async (tx) => {
      for (const id of ids) await drop(tx, String(id))
    })
    await db.exec('checkpoint')
  },
  list: (db) => list(db),
}

async function textOf(request: AskedRequest): Promise<string> {
  return new TextDecoder().decode(await request.arrayBuffer())
}

async function jsonOf(request: AskedRequest) {
  return JSON.parse(await textOf(request))
}

async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const code = sqlState(error)
    const refusal: CopyRefusal =
      error instanceof Refused
        ? error.refusal
        : code === '23505'
          ? 'idsTwice'
          : code.startsWith('53')
            ? 'full'
            : 'failed'
    return Response.json({ refusal, said: error instanceof Error ? error.message : String(error) }, { status: 409 })
  }
}

class Refused extends Error {
  readonly refusal: CopyRefusal

  constructor(refusal: CopyRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

async function begin(tx: Transaction, { id, fields, words, state }: CopyBegin): Promise<void> {
  await drop(tx, id)
  const types = await typesOf(tx, fields)
  const columns = fields.filter(({ id: field }) => field !== '_id' && field !== '_full_text')
  const ofId = fields.some(({ id: field }) => field === '_id') ? types.get('_id') : 'int8'
  const own = [`"_id" ${ofId} not null`, ...(words ? ['"_full_text" tsvector'] : [])]
  const others = columns.map(({ id: field }) => `${quoted(field)} ${types.get(field)}`)
  await tx.query('insert into rowan.tables (resource_id, records) values ($1, 0)', [id])
  await tx.exec(`create table datastore.${quoted(id)} (${[...own, ...others].join(', ')})`)
  for (const { id: field, info } of fields)
    if (info !== undefined)
      await tx.query('insert into rowan.fields values ($1, $2, $3::text::json)', [id, field, JSON.stringify(info)])
  await (words ? noteWords(tx, id) : findWords(tx, id))
  const asText = fields.flatMap(({ id: field, type }) =>
    types.get(field) === 'text' && type !== 'text' ? [field] : [],
  )
  await tx.query('insert into rowan.copies (id, state, kept_as_text) values ($1, $2, $3)', [id, state, asText])
}

/** The types as this PostgreSQL has them; text for those that it doesn't have. */
async function typesOf(tx: Transaction, fields: readonly Field[]): Promise<ReadonlyMap<string, string>> {
  const asked = fields.map(({ type }) => (type === 'nested' ? 'json' : type))
  const { rows } = await tx.query<{ type: string | null }>(
    `select (select p.oid::regtype::text from pg_type p where p.oid = to_regtype(a.type)
      and p.typtype = 'b' and p.typnamespace = 'pg_catalog'::regnamespace) as type
     from unnest($1::text[]) with ordinality as a (type, place) order by place`,
    [asked],
  )
  return new Map(fields.map(({ id }, place) => [id, rows[place]?.type ?? 'text']))
}

async function page(db: PGlite, body: string): Promise<{ readonly records: number }> {
  const end = body.indexOf('\n')
  const sent: CopyPage = JSON.parse(body.slice(0, end))
  const texts = end + 1 === body.length ? [] : body.slice(end + 1).split(BETWEEN_RECORDS)
  return load(db, sent, (columns) => {
    const lines = copyLines(texts, sent.fields, columns, sent.before)
    return { lines: new TextEncoder().encode(lines).buffer, records: texts.length, last: sent.last, limit: null }
  })
}

/** A page that is read from the bytes that the server sent. */
function answerPage(db: PGlite, body: Uint8Array): Promise<StoredAnswer> {
  const end = body.indexOf(NEWLINE)
  const sent: CopyAnswer = JSON.parse(new TextDecoder().decode(body.subarray(0, end)))
  const { fields, after } = sent
  return load(db, sent, (columns) => {
    const read = answerLines(body.subarray(end + 1), { fields, columns, after })
    if (read === null) throw new Refused('otherAnswer')
    return read
  })
}

/** Stores what is read for the columns of a copy, and where the copy then goes on. */
async function load(
  db: PGlite,
  head: Omit<CopyPage, 'last' | 'fields'>,
  read: (columns: readonly CopyColumn[]) => AnswerLines,
): Promise<StoredAnswer> {
  for (;;) {
    try {
      const { blocks, ...stored } = await db.transaction((tx) => loadOnce(tx, head, read))
      if (stored.given > 0) await markCommitted(db, head.id, blocks)
      return stored
    } catch (error) {
      const column = misfit(error)
      if (column === null) throw error
      await keepAsText(db, head.id, column)
    }
  }
}

async function loadOnce(
  tx: Transaction,
  { id, before, state }: Omit<CopyPage, 'last' | 'fields'>,
  read: (columns: readonly CopyColumn[]) => AnswerLines,
): Promise<StoredAnswer & { readonly blocks: number }> {
  const columns = await columnsOf(tx, id)
  const found = await tx.query<{ records: number; blocks: number }>(
    `select records::int, (pg_relation_size(to_regclass($2)) / current_setting('block_size')::int)::int as blocks
     from rowan.copies where id = $1`,
    [id, `datastore.${quoted(id)}`],
  )
  const known = found.rows[0]
  if (known === undefined) throw new Refused('noSuchCopy')
  if (known.records !== before) throw new Refused('otherRecords')
  const { lines, records: given, last, limit } = read(columns)
  if (given > 0) {
    const names = columns.map(({ name }) => quoted(name)).join(', ')
    await tx.query(`copy datastore.${quoted(id)} (${names}) from '/dev/blob'`, [], { blob: new BytesHere(lines) })
  }
  const now = before + given
  await tx.query('update rowan.copies set records = $2, state = $3, last = coalesce($4::int8, last) where id = $1', [
    id,
    now,
    state,
    last,
  ])
  await tx.query('update rowan.tables set records = $2 where resource_id = $1', [id, now])
  return { records: now, given, last, limit, blocks: known.blocks }
}

/** The column for which a value was refused; null if that is not why it failed. */
function misfit(error: unknown): string | null {
  if (!sqlState(error).startsWith('22')) return null
  const where: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'where') : null
  const column = typeof where === 'string' ? /^COPY .*, line \d+, column (.*?)(?::|$)/s.exec(where)?.[1] : undefined
  return column ?? null
}

async function keepAsText(db: PGlite, id: string, column: string): Promise<void> {
  const type = column === '_id' ? 'numeric' : 'text'
  await db.transaction(async (tx) => {
    await tx.exec(
      `alter table datastore.${quoted(id)} alter column ${quoted(column)} type ${type} using ${quoted(column)}::text::${type}`,
    )
    const noting = await tx.query(`select 1 from pg_trigger where tgrelid = $1::regclass and tgname = 'full_text'`, [
      `datastore.${quoted(id)}`,
    ])
    // What is planned for the trigger still has the old type.
    await (noting.rows.length > 0 ? noteWords(tx, id) : findWords(tx, id))
    await tx.query('update rowan.tables set version = version + 1 where resource_id = $1', [id])
    await tx.query('update rowan.copies set kept_as_text = kept_as_text || $2::text where id = $1', [id, column])
  })
}

/** Makes a table that has all its records quick to ask. Refuses if an `_id` occurs twice. */
async function end(db: PGlite, { id, state }: { readonly id: string; readonly state: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const keyed = await tx.query(`select 1 from pg_index where indrelid = $1::regclass and indisprimary`, [
      `datastore.${quoted(id)}`,
    ])
    if (keyed.rows.length === 0) await tx.exec(`alter table datastore.${quoted(id)} add primary key ("_id")`)
    await tx.query('update rowan.copies set state = $2 where id = $1', [id, state])
    await tx.query('update rowan.tables set version = version + 1 where resource_id = $1', [id])
  })
  await db.exec(`analyze datastore.${quoted(id)}; checkpoint`)
}

async function list(db: PGlite): Promise<readonly StoredCopy[]> {
  const { rows } = await db.query<StoredCopy>(
    `select id, records::int as records, state, kept_as_text as "asText", last::float8 as last,
       pg_total_relation_size(c.oid)::float8 as bytes
     from rowan.copies k join pg_class c on c.relname = k.id and c.relnamespace = 'datastore'::regnamespace`,
  )
  return rows
}

async function drop(tx: Transaction, id: string): Promise<void> {
  await tx.exec(`drop table if exists datastore.${quoted(id)} cascade; drop function if exists ${wordsOf(id)}()`)
  await tx.query('delete from rowan.tables where resource_id = $1', [id])
}

function sqlState(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : ''
}
