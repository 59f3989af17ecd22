import * as fc from 'fast-check'
import type { JsonText } from '../../src/protocol/jsonText.ts'

/** A request as it is sent: what a hostile or a clumsy client might. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly contentType: string | null
  readonly body: string | null
  readonly token: 'none' | 'wrong' | 'right'
}

/** The tables that requests name; the first is there from the start, with one field of every type. */
export const TABLES = ['f0000000-0000-4000-8000-000000000000', 'f1', 'F2 "quoted"', 'tab-le', '__proto__'] as const

/** The fields of the first table, by type. */
export const FIELDS = {
  t: 'text',
  i: 'int4',
  b: 'int8',
  n: 'numeric',
  f: 'float8',
  d: 'date',
  ts: 'timestamp',
  o: 'bool',
  j: 'json',
  a: '_text',
  'Größe (m)': 'text',
} as const

const NASTY = [
  '',
  ' ',
  '\t\r\n',
  "'",
  '"',
  "''",
  '""',
  '\\',
  "\\'",
  '$$',
  '$1',
  '$tag$',
  ';',
  '--',
  '/*',
  '*/',
  "'; drop table public.canary; --",
  '"; select * from public.canary; --',
  '%',
  '%s',
  '_',
  ':x',
  ' :x',
  '\u0000',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\ud800',
  '\udfff',
  '😀',
  'e\u0301',
  'İ',
  'ß',
  'null',
  'true',
  'false',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1e400',
  '-0',
  '007',
  '9223372036854775808',
  '2021-02-30',
  '2021-03-04T05:06:07.123456',
  '0000-00-00',
  '294277-01-01',
  '4714-01-01 BC',
  'now',
  'infinity',
  '24:00:60',
  '{}',
  '[]',
  '{',
  '[',
  '{"a":1,"a":2}',
  '{a,b}',
  '{"',
  '{NULL}',
  '{{1},{2,3}}',
  '_id',
  '_full_text',
  'rank',
  'ctid',
  'xmin',
  'tableoid',
  'oid',
  '__proto__',
  'constructor',
  'toString',
  'asc',
  'desc nulls last',
  'a:b',
  'x & ! |',
  '((',
  '<->',
  '*',
  'pg_class',
  'pg_catalog.pg_class',
  'public.canary',
  'rowan.tables',
  'information_schema.tables',
  'x'.repeat(63),
  'x'.repeat(64),
  'ü'.repeat(32),
  'x'.repeat(3000),
  'word '.repeat(400),
] as const

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '1.50',
  '1e3',
  '1E-400',
  '1e400',
  '-1e308',
  '2147483647',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '0.1000000000000000055511151231257827021181583404541015625',
  `1${'0'.repeat(400)}`,
  '1e131071',
  '1e-16384',
] as const

const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }) },
)

const textJson: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 9, arbitrary: texts.map((text) => JSON.stringify(text)) },
  // Escapes that stand for what PostgreSQL's text can't hold, or for half a character.
  { weight: 1, arbitrary: fc.constantFrom('"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\/\\b\\f"') },
)

const { anyJson } = fc.letrec<{ anyJson: JsonText }>((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: textJson },
    { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '{}', '[]') },
    { weight: 1, arbitrary: fc.nat(400).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
    { weight: 1, arbitrary: fc.nat(400).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
    { weight: 2, arbitrary: fc.array(tie('anyJson'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`) },
    { weight: 2, arbitrary: fc.array(fc.tuple(textJson, tie('anyJson')), { maxLength: 4 }).map(object) },
  ),
}))

function object(members: readonly (readonly [JsonText, JsonText])[]): JsonText {
  return `{${members.map(([name, value]) => `${name}: ${value}`).join(', ')}}`
}

function list(items: fc.Arbitrary<JsonText>, maxLength = 5): fc.Arbitrary<JsonText> {
  return fc.array(items, { maxLength }).map((held) => `[${held.join(', ')}]`)
}

/** What makes sense most of the time, and anything at all for the rest of it. */
function mostly(sensible: fc.Arbitrary<JsonText>): fc.Arbitrary<JsonText> {
  return fc.oneof({ weight: 5, arbitrary: sensible }, { weight: 1, arbitrary: fc.oneof(anyJson, encoded(sensible)) })
}

/** JSON inside a string, as query strings and forms carry it. */
function encoded(value: fc.Arbitrary<JsonText>): fc.Arbitrary<JsonText> {
  return value.map((text) => JSON.stringify(text))
}

type Params = fc.Arbitrary<readonly (readonly [string, JsonText])[]>

/** Some of the parameters, in any order, and at times one that is none. */
function paramsOf(parameters: Readonly<Record<string, fc.Arbitrary<JsonText>>>, always: readonly string[]): Params {
  const named = Object.entries(parameters).map(([name, value]) =>
    value.map((text): readonly [string, JsonText] => [name, text]),
  )
  const required = named.filter((_, place) => always.includes(Object.keys(parameters)[place] ?? ''))
  return fc
    .tuple(
      fc.oneof({ weight: 12, arbitrary: fc.tuple(...required) }, { weight: 1, arbitrary: fc.constant([]) }),
      fc.array(fc.oneof(...named), { maxLength: 4 }),
      fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fc.tuple(texts, anyJson)) }),
    )
    .map((groups) => groups.flat())
}

const tables = fc.oneof(
  { weight: 14, arbitrary: fc.constant<string>(TABLES[0]) },
  { weight: 4, arbitrary: fc.constantFrom<string>(...TABLES) },
  { weight: 1, arbitrary: fc.constantFrom('_table_metadata', 'an alias', 'public.canary', 'canary', 'pg_class') },
  { weight: 1, arbitrary: texts },
)
const table = mostly(tables.map((id) => JSON.stringify(id)))
const field = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string>('_id', ...Object.keys(FIELDS)) },
  { weight: 1, arbitrary: texts },
)
const fieldJson = field.map((name) => JSON.stringify(name))
const flag = fc.constantFrom('true', 'false', '"true"', '"no"', '1', 'null')
const size = fc.oneof(
  fc.nat(120).map(String),
  fc.constantFrom('"7"', '-1', '0', '1.0', '32000', '99999999999999999999'),
)
const scalar = fc.oneof(textJson, fc.constantFrom(...NUMBERS), fc.constantFrom('null', 'true', 'false'))
/** A value that its type takes, most of the time. */
const VALUES: Readonly<Record<string, fc.Arbitrary<JsonText>>> = {
  text: textJson,
  int4: fc.integer().map(String),
  int8: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  numeric: fc.constantFrom(...NUMBERS),
  float8: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  date: fc
    .date({ noInvalidDate: true })
    .map((day) => JSON.stringify(day.toISOString().replace(/^[+-]?(\d+)-(..)-(..).*/, '$1-$2-$3'))),
  timestamp: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((day) => JSON.stringify(day.toISOString().slice(0, 23))),
  bool: flag,
  json: anyJson,
  _text: list(textJson, 3),
}
const typedMember = fc
  .constantFrom(...Object.entries(FIELDS))
  .chain(([name, type]): fc.Arbitrary<readonly [JsonText, JsonText]> =>
    (VALUES[type] ?? textJson).map((value) => [JSON.stringify(name), value]),
  )
const condition = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: list(scalar) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.tuple(fc.constantFrom('"eq"', '"in"', '"gt"', '"gte"', '"lt"', '"lte"'), fc.oneof(scalar, list(scalar))),
        {
          maxLength: 3,
        },
      )
      .map(object),
  },
  { weight: 1, arbitrary: anyJson },
)
const conditions = fc.oneof(
  { weight: 2, arbitrary: fc.array(fc.tuple(fieldJson, condition), { maxLength: 3 }).map(object) },
  { weight: 1, arbitrary: fc.array(typedMember, { maxLength: 2 }).map(object) },
)
const filters = fc.oneof(
  { weight: 6, arbitrary: conditions },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('"$or"', '"$and"'), list(conditions)).map((member) => object([member])),
  },
  { weight: 1, arbitrary: list(conditions, 2) },
)
const words = fc
  .array(fc.oneof(texts, fc.constantFrom('water', 'sur:*', '!x', 'a & b', '(', '<2>', 'x | y')), { maxLength: 4 })
  .map((parts) => JSON.stringify(parts.join(' ')))
const query = fc.oneof(
  { weight: 4, arbitrary: words },
  { weight: 1, arbitrary: fc.array(fc.tuple(fieldJson, words), { maxLength: 3 }).map(object) },
)
const sortKey = fc
  .tuple(field, fc.constantFrom('', ' asc', ' desc', ' desc nulls last', ' nulls first', ' DESC, _id', ', '))
  .map(([name, direction]) => name + direction)
const sort = fc.oneof(
  fc.array(sortKey, { maxLength: 3 }).map((keys) => JSON.stringify(keys.join(', '))),
  list(sortKey.map((key) => JSON.stringify(key))),
)

const searchParams = paramsOf(
  {
    resource_id: table,
    q: mostly(query),
    filters: mostly(filters),
    limit: mostly(size),
    offset: mostly(size),
    fields: mostly(fc.oneof(list(fieldJson), fieldJson)),
    sort: mostly(sort),
    plain: mostly(flag),
    language: mostly(fc.constantFrom('"english"', '"simple"', '"german"', '"klingon"', '"pg_catalog.english"')),
    distinct: mostly(flag),
    full_text: mostly(words),
    include_total: mostly(flag),
    include_next_page: mostly(flag),
    records_format: mostly(fc.constantFrom('"objects"', '"lists"', '"csv"', '"tsv"', '"xml"')),
    total_estimation_threshold: mostly(size),
    id: table,
  },
  ['resource_id'],
)

/** Pieces of statements that read, write, escape or spy; any of them behind any other. */
const SQL_PIECES = [
  'select',
  'select * from',
  `"${TABLES[0]}"`,
  `"${TABLES[0]}" as s`,
  's.t',
  '*',
  'count(*)',
  'from',
  'where',
  'where t =',
  'order by 1',
  'group by 1',
  'limit 5',
  'offset 1',
  'union all',
  '(',
  ')',
  ',',
  ';',
  '::text',
  '::regclass',
  '::oid',
  '::numeric',
  '::int8',
  '::json',
  'as x',
  "'a'",
  "E'\\x00'",
  "U&'\\0061'",
  '$$a$$',
  '$1',
  '1',
  '1/0',
  '9223372036854775807 + 1',
  'null',
  'array[1, 2]',
  'row(1, 2)',
  'interval',
  "date 'now'",
  'now()',
  'generate_series(1, 20)',
  'unnest(array[1, 2])',
  'cross join',
  'join lateral',
  'with x as (select 1)',
  'with recursive r(n) as (select 1 union all select n + 1 from r where n < 20) select * from r',
  "with w as (insert into canary values ('x') returning 1)",
  'public.canary',
  'pg_class',
  'pg_catalog.pg_authid',
  'information_schema.tables',
  'rowan.tables',
  'current_user',
  'session_user',
  "current_setting('search_path')",
  "set_config('role', 'none', false)",
  "pg_read_file('/etc/passwd')",
  "lo_import('/etc/passwd')",
  "dblink('', '')",
  "query_to_xml('select 1', true, true, '')",
  'pg_sleep(60)',
  'pg_advisory_lock(1)',
  "nextval('x')",
  'txid_current()',
  'for update',
  'for share',
  'into x',
  'insert into',
  'delete from',
  'update',
  'drop table',
  'copy',
  'explain analyze',
  '--',
  '/* */',
  'repeat(t, 3)',
  'string_agg(t, $$,$$)',
  'row_number() over ()',
  'to_tsvector(t)',
  'jsonb_build_object($$a$$, 1)',
  'substring(t from 1)',
  'extract(year from ts)',
  'case when true then 1 end',
  'exists (select 1)',
  'between 1 and 2',
  'like $$%a%$$',
  'similar to $$($$',
  '~ $$($$',
  'collate "C"',
  'at time zone $$UTC$$',
  'tablesample system (1)',
  'fetch first 1 rows with ties',
  'grouping sets ((1), ())',
] as const

/** Expressions that PostgreSQL may well run, so that what lies behind the admission is reached too. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: fc.constantFrom('t', 'i', 'b', 'n', 'f', 'd', 'ts', 'o', 'j', 'a', '_id', '"Größe (m)"') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('1', "'a'", 'null', "'NaN'::float8", '1e300', "date '2021-03-04'", "array['x']"),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'upper',
            'length',
            'abs',
            'md5',
            'to_json',
            'concat',
            'coalesce',
            'array_length',
            'count',
            'sum',
            'max',
            'json_agg',
            'quote_literal',
            'to_tsvector',
            'age',
            'round',
            'chr',
            'repeat',
          ),
          fc.array(tie('expression'), { minLength: 1, maxLength: 2 }),
        )
        .map(([name, held]) => `${name}(${held.join(', ')})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '/', '||', '=', '<', 'and', 'is distinct from', '~', '->>', '@@', '^'),
          tie('expression'),
        )
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie('expression'),
          fc.constantFrom(
            'text',
            'int',
            'numeric',
            'float8',
            'json',
            'jsonb',
            'date',
            'interval',
            'bytea',
            'text[]',
            'regclass',
            'xml',
            'inet',
            'point',
          ),
        )
        .map(([held, type]) => `(${held})::${type}`),
    },
  ),
}))

const statements = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.array(expression, { minLength: 1, maxLength: 3 }),
        fc.option(expression),
        fc.constantFrom('', ' group by 1', ' order by 1', ' order by 1 desc nulls last', ' limit 2', ' offset 1'),
      )
      .map(
        ([columns, where, tail]) =>
          `select ${columns.join(', ')} from "${TABLES[0]}"${where === null ? '' : ` where (${where}) is not null`}${tail}`,
      ),
  },
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...SQL_PIECES), { maxLength: 12 }).map((all) => all.join(' ')) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.array(fc.constantFrom(...SQL_PIECES), { maxLength: 6 }), fc.array(texts, { maxLength: 2 }))
      .map(([pieces, odd]) => `select ${[...pieces, ...odd].join(' ')} from "${TABLES[0]}" limit 3`),
  },
  {
    weight: 2,
    arbitrary: texts.map((text) => `select '${text.replaceAll("'", "''")}' as a, t from "${TABLES[0]}" where i > 1`),
  },
  { weight: 1, arbitrary: texts },
)
const sqlParams = paramsOf({ sql: mostly(statements.map((text) => JSON.stringify(text))) }, ['sql'])

const infoParams = paramsOf({ resource_id: table, id: table, include_meta: flag, include_fields_schema: flag }, ['id'])

const typeName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string>(...Object.values(FIELDS), 'int', 'float', 'timestamptz', 'time') },
  { weight: 1, arbitrary: fc.constantFrom('nested', 'serial', 'regclass', 'int); drop table x', 'varchar(5)', 'xml') },
  { weight: 1, arbitrary: texts },
)
const definition = fc
  .tuple(fieldJson, mostly(typeName.map((type) => JSON.stringify(type))), fc.option(anyJson))
  .map(([id, type, info]) =>
    object([['"id"', id], ['"type"', type], ...(info === null ? [] : [['"info"', info] as const])]),
  )
const record = fc.oneof(
  { weight: 1, arbitrary: fc.array(fc.tuple(fieldJson, fc.oneof(scalar, anyJson)), { maxLength: 6 }).map(object) },
  {
    weight: 4,
    arbitrary: fc.uniqueArray(typedMember, { selector: ([name]) => name, minLength: 1, maxLength: 6 }).map(object),
  },
)
/** The fields of the first table, as they are. */
const knownFields = fc.constant(
  `[${Object.entries(FIELDS)
    .map(([id, type]) => JSON.stringify({ id, type }))
    .join(', ')}]`,
)
const names = fc.oneof(list(fieldJson, 3), fieldJson)

const createParams = paramsOf(
  {
    resource_id: table,
    force: fc.constantFrom('true', 'true', 'true', 'false'),
    resource: mostly(fc.constantFrom('{}', '{"package_id": "x"}', '{"name": "n"}')),
    fields: fc.oneof({ weight: 3, arbitrary: knownFields }, { weight: 1, arbitrary: mostly(list(definition)) }),
    records: mostly(list(record, 4)),
    primary_key: mostly(names),
    indexes: mostly(names),
    aliases: mostly(fc.oneof(list(textJson, 2), textJson)),
    delete_fields: mostly(flag),
    include_records: mostly(flag),
    calculate_record_count: mostly(flag),
  },
  ['resource_id', 'force', 'fields', 'records'],
)
const upsertParams = paramsOf(
  {
    resource_id: table,
    force: fc.constantFrom('true', 'true', 'true', 'false'),
    records: mostly(list(record, 4)),
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant('"insert"') },
      { weight: 1, arbitrary: mostly(fc.constantFrom('"upsert"', '"update"', '"merge"')) },
    ),
    dry_run: mostly(flag),
    include_records: mostly(flag),
  },
  ['resource_id', 'force', 'records', 'method'],
)
const deleteParams = paramsOf(
  { resource_id: table, force: fc.constant('true'), filters: mostly(filters), include_deleted_records: mostly(flag) },
  ['resource_id', 'force', 'filters'],
)

const dumps = fc
  .tuple(
    tables,
    paramsOf(
      {
        format: mostly(fc.constantFrom('"csv"', '"tsv"', '"json"', '"xml"')),
        limit: size,
        bom: flag,
        filters: mostly(filters),
        q: mostly(words),
        fields: mostly(names),
        sort: mostly(sort),
      },
      ['format'],
    ),
  )
  .map(([id, params]): FuzzRequest => ({
    method: 'GET',
    path: `/datastore/dump/${inPath(id)}?${pairs(params)}`,
    contentType: null,
    body: null,
    token: 'none',
  }))

/** Methods, paths, content types and bodies that are nothing of the interface. */
const oddRequests = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
    path: fc.oneof(
      fc.constantFrom(
        '/api/3/action/datastore_search?callback=f&resource_id=x',
        '/api/3/action/datastore_search?callback=alert(1)',
        '/api/action/help_show?name=datastore_search',
        '/en/api/3/action/status_show',
        '/api/2/action/datastore_search',
        '/api/3/action/%00',
        '/api/3/action/%ff',
        '/datastore/dump/%',
        '/api/3/action/toString',
        '/api/3/action/__proto__',
      ),
      texts.map((text) => `/api/3/action/${inPath(text)}`),
    ),
    contentType: fc.constantFrom(
      null,
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ),
    body: fc.oneof(anyJson, texts, fc.constantFrom('{"resource_id": ', '{"a": 1} x', '--x\r\n\r\n', '\ufeff{}', 'NaN')),
    token: fc.constantFrom('none' as const, 'wrong' as const),
  })
  .map((odd): FuzzRequest => ({ ...odd, body: odd.method === 'GET' || odd.method === 'HEAD' ? null : odd.body }))

/** One action's request in one of the ways in which parameters travel. */
function action(name: string, params: Params, reads = true): fc.Arbitrary<FuzzRequest> {
  const path = fc.constantFrom(`/en/api/3/action/${name}`, `/api/action/${name}`, `/pt_BR/api/3/action/${name}`)
  const way = fc.constantFrom('json', 'json', 'json', reads ? 'query' : 'json', 'form')
  const token = fc.constantFrom(...(['right', 'right', 'right', 'right', 'right', 'right', 'none', 'wrong'] as const))
  return fc
    .record({ path, way, params, token })
    .map(({ path: base, way: how, params: held, token: as }): FuzzRequest => {
      if (how === 'query') {
        return { method: 'GET', path: `${base}?${pairs(held)}`, contentType: null, body: null, token: as }
      }
      const form = how === 'form'
      return {
        method: 'POST',
        path: base,
        contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
        body: form ? pairs(held) : object(held.map(([key, value]) => [JSON.stringify(key), value])),
        token: as,
      }
    })
}

/** A part of a path; halves of a surrogate pair can't stand there. */
function inPath(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))
}

/** Parameters as a query string: texts plainly, everything else as JSON. */
function pairs(params: readonly (readonly [string, JsonText])[]): string {
  return new URLSearchParams(
    params.map(([name, value]): [string, string] => {
      const parsed: unknown = value.startsWith('"') ? JSON.parse(value) : value
      return [name, String(parsed)]
    }),
  ).toString()
}

/** Requests to the reading actions and the dump: nothing that they do may be seen in the database afterwards. */
export const readingRequests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 6, arbitrary: action('datastore_search', searchParams) },
  { weight: 5, arbitrary: action('datastore_search_sql', sqlParams) },
  { weight: 1, arbitrary: action('datastore_info', infoParams) },
  { weight: 1, arbitrary: dumps },
  { weight: 1, arbitrary: oddRequests },
)

/** Requests to the writing actions, most of them with the token. */
export const writingRequests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: action('datastore_create', createParams, false) },
  { weight: 6, arbitrary: action('datastore_upsert', upsertParams, false) },
  { weight: 2, arbitrary: action('datastore_delete', deleteParams, false) },
  { weight: 2, arbitrary: action('datastore_records_delete', deleteParams, false) },
)
