import { jsonKind, jsonMembers, jsonToPlain, jsonElements, type JsonText } from '../../protocol/jsonText.ts'
import {
  checkRelationName,
  describeAnew,
  existingTable,
  keepInfo,
  recount,
  tableToChange,
  type Connection,
  type Table,
} from '../catalog/catalog.ts'
import { isTimeout } from '../sql/databaseError.ts'
import { guessType } from '../write/guess.ts'
import { extras, flag, given, names, objectText, resourceId, splitAtCommas, type Params } from '../http/params.ts'
import { invalid, Refusal } from '../refusal.ts'
import { membersOf, readRecords, type InputRecords } from '../write/inputRecords.ts'
import { writeRecords } from '../write/records.ts'
import { paramsObject } from '../http/request.ts'
import { SqlError } from '../sql/sql.ts'
import { sql, statement, value } from '../sql/statement.ts'
import {
  alterTable,
  changeRecords,
  makeTable,
  replaceAliases,
  replaceIndexes,
  replaceKey,
} from '../write/tableChange.ts'
import type { Action } from './action.ts'
import { recordsById } from './datastoreUpsert.ts'

/**
 * `datastore_create` (protocol/README.md P25): creates or changes a table (fields, records, indexes, key, aliases) in one
 * transaction.
 */
export const datastoreCreate: Action = async ({ database, upkeep, placement, params, mayWrite }) => {
  const target = targetId(params)
  const asked = readFields(params)
  const records = readCreateRecords(params)
  const key = names(params, 'primary_key')
  const indexes = readIndexes(params)
  const aliases = readAliases(params)
  mayWrite()
  const id = target ?? (await newId(database))
  const [trigger] = triggerFunctions(params)

  const { table, fields, shown } = await changeRecords(database, id, async (tx) => {
    const before = await tableToChange(tx, id)
    const fields = typedFields(asked, records, before)
    await checkTypes(tx, fields)
    const only = asked !== null && flag(params, 'delete_fields', false)
    if (before) await alterTable(tx, before, fields, only)
    else await makeTable(tx, id, fields, placement)
    for (const field of fields) if (field.info !== null) await keepInfo(tx, id, field.id, field.info)
    const table = await existingTable(tx, id)
    if (trigger !== undefined) throw invalid({ triggers: [`function ${trigger}() does not exist`] })
    const wantsIds = flag(params, 'include_records', false)
    const touched = await writeRecords(tx, table, records, 'insert', { wantsIds, isLast: false })
    if (indexes !== null) await replaceIndexes(tx, table, indexes)
    if (key !== null) await replaceKey(tx, table, key)
    if (aliases !== null) await replaceAliases(tx, id, aliases)
    await describeAnew(tx, table)
    if (flag(params, 'calculate_record_count', false)) await recount(tx, table)
    return {
      table,
      fields,
      shown: wantsIds ? await recordsById(tx, table, touched) : null,
    }
  })
  upkeep.changed(table, records.each.length)

  const members: [string, JsonText][] = [
    ['resource_id', JSON.stringify(id)],
    ['method', '"insert"'],
  ]
  if (asked !== null)
    members.push([
      'fields',
      `[${fields
        .filter((field) => field.asked)
        .map(askedField)
        .join(', ')}]`,
    ])
  if (key !== null) members.push(['primary_key', JSON.stringify(key)])
  if (indexes !== null) members.push(['indexes', given(params, 'indexes') ?? '[]'])
  if (aliases !== null) members.push(['aliases', JSON.stringify(aliases)])
  for (const sent of ['resource', 'triggers']) {
    const held = given(params, sent)
    if (held !== null) members.push([sent, held])
  }
  members.push(['delete_fields', String(flag(params, 'delete_fields', false))])
  members.push(['calculate_record_count', given(params, 'calculate_record_count') ?? '"background"'])
  if (shown !== null) members.push(['records', shown])
  const unknown = extras(params, KNOWN)
  if (unknown !== null) members.push(['__extras', unknown])
  return objectText(members)
}

const KNOWN: ReadonlySet<string> = new Set([
  'resource_id',
  'id',
  'resource',
  'force',
  'fields',
  'records',
  'primary_key',
  'indexes',
  'aliases',
  'delete_fields',
  'triggers',
  'include_records',
  'calculate_record_count',
])

interface AskedField {
  readonly id: string
  readonly type: string | null
  readonly info: JsonText | null
}

interface TypedField extends AskedField {
  readonly type: string
  /** False if only the first record names the field. */
  readonly asked: boolean
}

/** The requested id; null if `resource` asks for a new one (packages don't exist here). */
function targetId(params: Params): string | null {
  if (given(params, 'resource') === null) {
    if (given(params, 'id') === null && given(params, 'resource_id') === null) {
      throw invalid({ resource_id: ['resource_id or resource required'] })
    }
    return resourceId(params)
  }
  if (given(params, 'id') !== null || given(params, 'resource_id') !== null) {
    throw invalid({ resource: ['resource cannot be used with resource_id'] })
  }
  return null
}

/** From PostgreSQL: a page loaded over plain HTTP has no `crypto.randomUUID`. */
async function newId(connection: Connection): Promise<string> {
  const made = await connection.query({ text: 'select gen_random_uuid()', values: [] })
  return made.rows[0]?.[0] ?? ''
}

function readFields(params: Params): readonly AskedField[] | null {
  const sent = given(params, 'fields')
  if (sent === null) return null
  const items = jsonKind(sent) === 'array' ? jsonElements(sent) : null
  if (items === null || items.some((item) => jsonKind(item) !== 'object')) {
    throw new Refusal(400, {
      __type: 'Integrity Error',
      message: "Only lists of dicts can be placed against subschema ('fields',)",
      data: paramsObject(params),
    })
  }
  const problems: Record<string, readonly string[]>[] = []
  const fields = items.map((item) => {
    const members = new Map(jsonMembers(item))
    const problem: Record<string, readonly string[]> = {}
    const text = (member: string) => {
      const held = members.get(member)
      return held === undefined || held === 'null' ? null : jsonToPlain(held)
    }
    const id = text('id') ?? ''
    if (id === '') problem['id'] = ['Missing value']
    else if (!isFieldName(id)) problem['id'] = [`"${id}" is not a valid field name`]
    const info = members.get('info') ?? 'null'
    if (info !== 'null' && jsonKind(info) !== 'object') problem['info'] = ['Must be a dict']
    problems.push(problem)
    return { id, type: text('type') || null, info: info === 'null' ? null : info }
  })
  if (problems.some((problem) => Object.keys(problem).length > 0)) throw invalid({ fields: problems })
  const ids = fields.map((field) => field.id)
  if (new Set(ids).size < ids.length) throw invalid({ field: ['Duplicate column names are not supported'] })
  return fields
}

/** CKAN's rules, and no control characters, which no client can show. */
function isFieldName(id: string): boolean {
  return id !== '' && id === id.trim() && !id.startsWith('_') && !/["\p{Cc}]/u.test(id)
}

function readCreateRecords(params: Params): InputRecords {
  const sent = given(params, 'records')
  if (sent !== null && jsonKind(sent) === 'array') {
    const [first] = jsonElements(sent)
    if (first !== undefined && jsonKind(first) !== 'object')
      throw invalid({ records: ['The first row is not a json object'] })
  }
  return readRecords(params)
}

/** A list of names, a list of lists of names, or names separated by commas. */
function readIndexes(params: Params): readonly (readonly string[])[] | null {
  const sent = given(params, 'indexes')
  if (sent === null) return null
  if (jsonKind(sent) === 'string')
    return splitAtCommas(jsonToPlain(sent)).map((item) => [item.replace(/^"(.*)"$/s, '$1')])
  if (jsonKind(sent) !== 'array') throw invalid({ indexes: ['Not a list'] })
  return jsonElements(sent).map((item) => {
    if (jsonKind(item) === 'string') return [jsonToPlain(item)]
    const parts = jsonKind(item) === 'array' ? jsonElements(item) : []
    if (parts.length === 0 || parts.some((part) => jsonKind(part) !== 'string'))
      throw invalid({ indexes: ['Not a list'] })
    return parts.map(jsonToPlain)
  })
}

function readAliases(params: Params): readonly string[] | null {
  const aliases = names(params, 'aliases')
  for (const alias of aliases ?? []) {
    if (checkRelationName(alias) !== null) throw invalid({ alias: [`"${alias}" is not a valid alias name`] })
  }
  return aliases && [...new Set(aliases)]
}

/** Trigger functions don't exist here: the first one named is reported as missing. */
function triggerFunctions(params: Params): readonly string[] {
  const sent = given(params, 'triggers')
  if (sent === null || jsonKind(sent) !== 'array') return []
  return jsonElements(sent).flatMap((item) => {
    const called = jsonKind(item) === 'object' ? jsonMembers(item).find(([member]) => member === 'function') : undefined
    return called ? [jsonToPlain(called[1])] : []
  })
}

/** The request's fields, their types guessed if absent, then the fields that only the first record names. */
function typedFields(
  asked: readonly AskedField[] | null,
  records: InputRecords,
  table: Table | null,
): readonly TypedField[] {
  const [record] = records.each
  const first: ReadonlyMap<string, JsonText> = record === undefined ? new Map() : membersOf(record)
  const known = new Map(table?.columns.map((column) => [column.name, column.cast]))
  const fields = (asked ?? []).map((field) => {
    const held = first.get(field.id)
    const type = field.type ?? known.get(field.id) ?? (held === undefined ? null : guessType(held))
    if (type === null) throw invalid({ fields: [`"${field.id}" type not guessable`] })
    checkLength(field.id)
    return { ...field, type, asked: true }
  })
  const named = new Set(fields.map((field) => field.id))
  const extra = [...first].filter(([id]) => !named.has(id) && !known.has(id) && id !== '_id')
  return [
    ...fields,
    ...extra.map(([id, held]) => {
      if (!isFieldName(id)) throw invalid({ fields: [`"${id}" is not a valid field name`] })
      checkLength(id)
      return { id, type: guessType(held), info: null, asked: false }
    }),
  ]
}

/** PostgreSQL would silently cut a longer name. */
function checkLength(id: string): void {
  if (new TextEncoder().encode(id).length > 63) {
    throw invalid({ fields: [`Column heading "${id}" exceeds limit of 63 characters.`] })
  }
}

/** Types become part of a statement's text, so each must be exactly one type that PostgreSQL can store. */
async function checkTypes(tx: Connection, fields: readonly TypedField[]): Promise<void> {
  for (const type of new Set(fields.map((field) => field.type))) {
    const refusal = invalid({ fields: [`"${type}" is not a valid field type`] })
    const found = await tx
      .query(
        statement(sql`
        select 1 from pg_type where oid = to_regtype(${value(type)}) and typtype in ('b', 'd', 'e', 'm', 'r')
          and typnamespace <> 'datastore'::regnamespace and typnamespace <> 'rowan'::regnamespace`),
      )
      .catch((error: unknown) => {
        throw error instanceof SqlError && !isTimeout(error) ? refusal : error
      })
    if (found.rows.length === 0) throw refusal
  }
}

function askedField(field: TypedField): JsonText {
  return objectText([
    ['id', JSON.stringify(field.id)],
    ['type', JSON.stringify(field.type)],
    ...(field.info === null ? [] : [['info', field.info] as const]),
  ])
}
