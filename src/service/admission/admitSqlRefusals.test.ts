import { expect, test } from 'vitest'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { admitSql } from './admitSql.ts'
import { isRecord } from './syntaxNode.ts'
import { Refusal } from '../refusal.ts'

const served = new Set(['strikes', 'foo'])

async function refusalOf(sql: string): Promise<Refusal> {
  const error: unknown = await admitSql(sql, { functions: sqlFunctions, isTable: (name) => served.has(name) }).then(
    ({ statement }) => new Error(`admitted: ${statement}`),
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw error
}

/** The member `error` of a refusal's answer. */
async function errorOf(sql: string): Promise<Readonly<Record<string, unknown>>> {
  const { error } = await refusalOf(sql)
  if (typeof error === 'string') throw new Error(error)
  return error
}

const syntaxError = 'syntax error at or near "'
const systemTables = 'Access denied: Not authorized to access system tables'
const notCalled = (name: string): string => `Access denied: Not authorized to call function ${name}`

const notPlain = 'EXPLAIN is answered as JSON only: write EXPLAIN (FORMAT JSON)'
const dataModifying = 'WITH clause containing a data-modifying statement'
const notLocked = 'Access denied: Not authorized to lock rows'
const notAnOption = (name: string): string => `Access denied: Not authorized to use the option ${name} of EXPLAIN`
const notAmong = 'Write no comments among the options of EXPLAIN'

const uses = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(', ')

/** What is tried, the status, and how the first message begins. */
const attempts: readonly (readonly [string, number, string])[] = [
  // Other statements
  ["insert into strikes (species) values ('x')", 409, 'syntax error at or near "insert"'],
  ['UPDATE strikes SET cost = 1', 409, 'syntax error at or near "UPDATE"'],
  ['delete from strikes', 409, syntaxError],
  ['merge into strikes s using foo f on s._id = f._id when matched then delete', 409, syntaxError],
  ['drop table strikes', 409, syntaxError],
  ['truncate strikes', 409, syntaxError],
  ['create table x (a int)', 409, syntaxError],
  ['create table x as select 1', 409, syntaxError],
  ['alter table strikes add x int', 409, syntaxError],
  ['grant all on strikes to public', 409, syntaxError],
  ['vacuum', 409, 'syntax error at or near "vacuum"'],
  ['copy strikes to stdout', 409, syntaxError],
  ["copy strikes from program 'id'", 409, syntaxError],
  ['do $$ begin end $$', 409, syntaxError],
  ['call f()', 409, syntaxError],
  ['explain select 1', 409, notPlain],
  ['explain analyze select 1', 409, notPlain],
  ['explain (analyze) insert into strikes (species) values (1)', 409, notPlain],
  ['explain (format text) select 1', 409, notPlain],
  ['explain (format json, format text) select 1', 409, notPlain],
  ["explain (format 'JSON') select 1", 409, notPlain],
  ['explain (format json) delete from strikes', 409, 'syntax error at or near "delete"'],
  ['explain (analyze, format json) insert into strikes (species) values (1)', 409, 'syntax error at or near "insert"'],
  ['explain (format json, analyze) update strikes set cost = 1', 409, 'syntax error at or near "update"'],
  ['explain (format json) create table x as select 1', 409, 'syntax error at or near "create"'],
  ['explain (format json) select 1 into x', 409, 'SELECT ... INTO is not allowed'],
  ['explain (format json) declare c cursor for select 1', 409, 'syntax error at or near "declare"'],
  ['explain (format json) refresh materialized view x', 409, 'syntax error at or near "refresh"'],
  ['explain (format json) execute p', 409, 'syntax error at or near "execute"'],
  ['explain (format json) explain (format json) select 1', 409, 'syntax error at or near "explain"'],
  ['explain (format json) select 1; select 2', 409, 'Query is not a single statement.'],
  ['explain (format json) select 1; drop table strikes', 409, 'Query is not a single statement.'],
  ['explain (format json, analyze) with x as (delete from strikes returning 1) select * from x', 409, dataModifying],
  ['explain (analyze, format json) select * from strikes for update', 403, notLocked],
  ['explain (analyze, format json) select pg_sleep(9)', 403, notCalled('pg_sleep')],
  ["explain (format json) select set_config('role', 'none', false)", 403, notCalled('set_config')],
  ['explain (format json) select * from pg_class', 403, systemTables],
  ['explain (format json) select * from nowhere', 409, 'relation "nowhere" does not exist'],
  ['explain (format json, verbose) select 1', 403, notAnOption('VERBOSE')],
  ['explain (verbose 1, format json) select 1', 403, notAnOption('VERBOSE')],
  ['explain (format json, verbose off, verbose) select 1', 403, notAnOption('VERBOSE')],
  ['explain (settings, format json) select 1', 403, notAnOption('SETTINGS')],
  ['explain (settings off, format json) select 1', 403, notAnOption('SETTINGS')],
  ['explain (format json, wal, analyze) select 1', 403, notAnOption('WAL')],
  ['explain (format json, generic_plan) select $1', 403, notAnOption('GENERIC_PLAN')],
  ['explain (format json, memory) select 1', 403, notAnOption('MEMORY')],
  ['explain (format json, analyze, serialize text) select 1', 403, notAnOption('SERIALIZE')],
  ['explain (format json, "ANALYZE") select 1', 403, notAnOption('ANALYZE')],
  ['explain (format json, "x"" )" on) select 1', 403, notAnOption('X" )')],
  ['explain (format json, analyze maybe) select 1', 409, 'analyze requires a Boolean value'],
  ['explain (format json, analyze 2) select 1', 409, 'analyze requires a Boolean value'],
  ["explain (format json, costs ') delete from strikes --') select 1", 409, 'costs requires a Boolean value'],
  ['explain (format json /* ) */, analyze) select 1', 409, notAmong],
  ['explain (format json -- )\n) select 1', 409, notAmong],
  ['set role none', 409, syntaxError],
  ['show all', 409, syntaxError],
  ['begin', 409, syntaxError],
  ['commit', 409, syntaxError],
  ['prepare p as select 1', 409, syntaxError],
  ['execute p', 409, syntaxError],
  ['declare c cursor for select 1', 409, syntaxError],
  ['listen x', 409, syntaxError],
  ['lock table strikes', 409, syntaxError],
  ['refresh materialized view x', 409, syntaxError],
  // Several, none, half
  ['select 1; select 2', 409, 'Query is not a single statement.'],
  ['select 1; drop table strikes', 409, 'Query is not a single statement.'],
  ['SELECT * FROM public.strikes; SELECT * FROM public.strikes;', 409, 'Query is not a single statement.'],
  ['select 1;;commit;', 409, 'Query is not a single statement.'],
  ['-- nothing', 409, 'The text holds no statement'],
  [' /* nothing */ ; ;', 409, 'The text holds no statement'],
  ['', 409, 'The text holds no statement'],
  ['select 1) as x; drop table strikes; --', 409, 'syntax error at or near ")"'],
  ['select 1) as blah, (select 2', 409, 'syntax error at or near ")"'],
  ["select 'x", 409, 'unterminated quoted string at or near "\'x"'],
  ['select 1 /* open', 409, 'unterminated /* comment at or near "/* open"'],
  ['select $$x', 409, 'unterminated dollar-quoted string'],
  ['select "x', 409, 'unterminated quoted identifier'],
  ['select 1 from strikes; \0 drop table strikes', 409, 'The statement holds a NUL'],
  ["select '\ud800' || current_setting('port') --'", 409, 'The statement holds half'],
  // Writing and locking in a SELECT
  ['with x as (delete from strikes returning *) select * from x', 409, 'WITH clause containing a data-modifying'],
  ["with x as (insert into strikes (species) values ('x') returning *) select * from x", 409, 'WITH clause containing'],
  ['with x as (update strikes set cost = 1 returning *) select * from x', 409, 'WITH clause containing'],
  ['with x as (select 1) insert into strikes (_id) select * from x', 409, 'syntax error at or near "with"'],
  ['select * into copy from strikes', 409, 'SELECT ... INTO is not allowed here'],
  ['select * into temp copy from strikes', 409, 'SELECT ... INTO is not allowed here'],
  ['select * from strikes for update', 403, 'Access denied: Not authorized to lock rows'],
  ['select * from strikes for no key update of strikes nowait', 403, 'Access denied: Not authorized to lock rows'],
  ['select * from (select * from strikes for share skip locked) x', 403, 'Access denied: Not authorized to lock rows'],
  // Tables of the system, and none of the user's
  ['select * from pg_tables', 403, systemTables],
  ['select relname from pg_catalog.pg_class', 403, systemTables],
  ['select relname from "pg_class"', 403, systemTables],
  ['select relname from U&"pg\\005fclass"', 403, systemTables],
  ['select table_name from information_schema.tables', 403, systemTables],
  ['select * from pg_toast.pg_toast_1255', 403, systemTables],
  ['select * from pg_temp.x', 403, systemTables],
  ['table pg_authid', 403, systemTables],
  ['select 1 where exists (select from pg_shadow)', 403, systemTables],
  ['select p.rolpassword from pg_roles p join strikes r on p.rolname = r.species', 403, systemTables],
  ['with pg_authid as (select * from pg_authid) select * from pg_authid', 403, systemTables],
  ['with x as (with pg_class as (select 1) select 1) select * from pg_class', 403, systemTables],
  ['select * from (with pg_class as (select 1) select * from pg_class) x, pg_class', 403, systemTables],
  ['select * from pg_class where 1 = (with pg_class as (select 1) select 1)', 403, systemTables],
  ['(with pg_class as (select 1) select 1) union all select relpages from pg_class', 403, systemTables],
  ['select json_array(select rolname from pg_authid)', 403, systemTables],
  ['select * from strikes order by (select rolname from pg_roles limit 1)', 403, systemTables],
  ['select count(*) over (order by _id rows (select 1 from pg_class) preceding) from strikes', 403, systemTables],
  ['select * from strikes limit (select count(*) from pg_class)', 403, systemTables],
  ['values ((select rolname from pg_roles limit 1))', 403, systemTables],
  ['select * from pg_class tablesample system (1)', 403, systemTables],
  ['select * from _table_metadata', 403, systemTables],
  ['select * from Other.strikes', 403, 'Access denied: Not authorized to access the schema "other"'],
  ['select * from "PUBLIC".strikes', 403, 'Access denied: Not authorized to access the schema "PUBLIC"'],
  [
    'select * from public/**/.strikes',
    403,
    'Access denied: Not authorized to access the schema "public" in this spelling',
  ],
  [
    'select * from U&"public".strikes',
    403,
    'Access denied: Not authorized to access the schema "public" in this spelling',
  ],
  [
    'with strikes as (select 1) select * from public.strikes',
    403,
    'Access denied: Not authorized to access the schema',
  ],
  ['select * from public._table_metadata', 403, systemTables],
  ['select * from public.pg_class', 403, systemTables],
  ['select * from postgres.public.strikes', 403, 'Access denied: Not authorized to access the schema'],
  ['select * from postgres.pg_catalog.pg_class', 403, systemTables],
  ['select * from nowhere', 409, 'relation "nowhere" does not exist'],
  ['select * from "Strikes"', 409, 'relation "Strikes" does not exist'],
  ['select * from strikes where _id in (select 1 from hidden)', 409, 'relation "hidden" does not exist'],
  // Functions
  ['select version()', 403, notCalled('version')],
  ["select set_config('search_path', 'x', false)", 403, notCalled('set_config')],
  ["select current_setting('port')", 403, notCalled('current_setting')],
  ["select query_to_xml('select 1', true, true, '')", 403, notCalled('query_to_xml')],
  ["select pg_catalog.pg_read_file('PG_VERSION')", 403, notCalled('pg_catalog.pg_read_file')],
  ["select PG_READ_FILE('PG_VERSION')", 403, notCalled('pg_read_file')],
  ['select U&"pg\\005fsleep"(1)', 403, notCalled('pg_sleep')],
  ['select public.upper(1)', 403, notCalled('public.upper')],
  ['select "UPPER"(1)', 403, notCalled('UPPER')],
  ["select nextval('strikes__id_seq')", 403, notCalled('nextval')],
  ["select lo_import('/etc/passwd')", 403, notCalled('lo_import')],
  ["select lo_get(1), lo_from_bytea(1, '')", 403, notCalled('lo_get')],
  ["select * from dblink('', 'select 1') as t(a int)", 403, notCalled('dblink')],
  ['select pg_advisory_lock(1)', 403, notCalled('pg_advisory_lock')],
  ['select 1 from strikes where pg_terminate_backend(1)', 403, notCalled('pg_terminate_backend')],
  ['select 1 from strikes order by pg_sleep(1)', 403, notCalled('pg_sleep')],
  ['select count(*) filter (where pg_sleep(1) is null) from strikes', 403, notCalled('pg_sleep')],
  ['with w as (select version() as v) select v from w', 403, notCalled('version')],
  ["select * from pg_ls_dir('.')", 403, notCalled('pg_ls_dir')],
  ["select * from rows from (generate_series(1, 2), pg_ls_dir('.')) x", 403, notCalled('pg_ls_dir')],
  ['select * from lateral pg_stat_activity()', 403, notCalled('pg_stat_activity')],
  ["select to_regclass('pg_authid')", 403, notCalled('to_regclass')],
  ['select collation for (species) from strikes', 403, notCalled('pg_catalog.pg_collation_for')],
  ['select system_user', 403, notCalled('pg_catalog.system_user')],
  ['select current_user', 403, notCalled('current_user')],
  ['select user, session_user', 403, notCalled('user')],
  ['select current_role', 403, notCalled('current_role')],
  ['select current_schema', 403, notCalled('current_schema')],
  ['select current_catalog', 403, notCalled('current_catalog')],
  ['select * from current_user as x', 403, notCalled('current_user')],
  ['select * from current_user', 409, 'an expression in FROM needs an alias'],
  ['select * from current_database() as x', 403, notCalled('current_database')],
  ['select treat(1 as int)', 403, notCalled('pg_catalog.int4')],
  // Functions called by the notation of a field
  ["select s.pg_read_file from unnest(array['PG_VERSION']) as s", 403, notCalled('pg_read_file')],
  [
    'select (select s.pg_typeof from strikes s limit 1)::text from unnest(array[1]) as s(pg_typeof)',
    403,
    notCalled('pg_typeof'),
  ],
  [
    'with w as (select s.pg_typeof from (select 1 as a) s) select s.pg_typeof from w, unnest(array[1]) as s(pg_typeof)',
    403,
    notCalled('pg_typeof'),
  ],
  [
    'select s.hash_record from unnest(array[1]) as s(hash_record), lateral (select s.hash_record from (strikes join foo using (_id)) s) l',
    403,
    notCalled('hash_record'),
  ],
  [
    'select pg_read_file.pg_read_file from json_array_elements_text(\'["PG_VERSION"]\') as pg_read_file',
    403,
    notCalled('pg_read_file'),
  ],
  [
    "select pg_read_file.pg_read_file from unnest(array['PG_VERSION']) as pg_read_file(x)",
    403,
    notCalled('pg_read_file'),
  ],
  [
    "select u.pg_read_file from unnest(array['PG_VERSION']) as u(x), (select u.pg_read_file from unnest(array['x']) as u(pg_read_file)) y",
    403,
    notCalled('pg_read_file'),
  ],
  ["select unnest.current_setting from unnest(array['port'])", 403, notCalled('current_setting')],
  ["select s.current_setting from rows from (unnest(array['port'])) as s", 403, notCalled('current_setting')],
  ["select s.current_setting from cast('port' as text) as s", 403, notCalled('current_setting')],
  ["select text.current_setting from cast('port' as text)", 409, 'an expression in FROM needs an alias'],
  [
    "select (select s.current_setting) from generate_series(1, 2) n, concat('port') as s",
    403,
    notCalled('current_setting'),
  ],
  ["select ('port'::text).current_setting", 403, notCalled('current_setting')],
  ["select (array['port'])[1].current_setting", 403, notCalled('current_setting')],
  ["select (select 'port'::text).current_setting", 403, notCalled('current_setting')],
  ['select (1.0).pg_sleep', 403, notCalled('pg_sleep')],
  ["select ('pg_authid'::text).regclass", 403, notCalled('regclass')],
  ['select strikes.pg_typeof from strikes', 403, notCalled('pg_typeof')],
  ['select t.pg_column_size from (select 1 as a) t', 403, notCalled('pg_column_size')],
  ['select public.strikes.species from strikes', 403, 'Access denied: Not authorized to name a schema'],
  ['select public.strikes.* from strikes', 403, 'Access denied: Not authorized to name a schema'],
  // Types, operators, collations
  ["select 'pg_authid'::regclass", 403, 'Access denied: Not authorized to use the type regclass'],
  ["select cast('postgres' as regrole)", 403, 'Access denied: Not authorized to use the type regrole'],
  ["select regproc 'now'", 403, 'Access denied: Not authorized to use the type regproc'],
  ["select '{now}'::pg_catalog.regproc[]", 403, 'Access denied: Not authorized to use the type pg_catalog.regproc'],
  ["select '{now}'::_regproc", 403, 'Access denied: Not authorized to use the type _regproc'],
  ['select \'{"a": "pg_authid"}\'::json::xml', 403, 'Access denied: Not authorized to use the type xml'],
  ['select null::strikes', 403, 'Access denied: Not authorized to use the type strikes'],
  ['select null::pg_catalog.pg_authid', 403, 'Access denied: Not authorized to use the type pg_catalog.pg_authid'],
  ['select x::public.text from strikes', 403, 'Access denied: Not authorized to use the type public.text'],
  [
    "select * from json_populate_record(null::record, '{}') as x(a regclass)",
    403,
    'Access denied: Not authorized to use the type regclass',
  ],
  [
    "select json_value('\"postgres\"'::jsonb, '$' returning regrole)",
    403,
    'Access denied: Not authorized to use the type regrole',
  ],
  [
    "select * from json_table('[\"pg_authid\"]'::jsonb, '$[*]' columns (c regclass path '$')) x",
    403,
    'Access denied: Not authorized to use the type regclass',
  ],
  ["select json_serialize('1' returning regclass)", 403, 'Access denied: Not authorized to use the type regclass'],
  ['select 1::setof int', 403, 'Access denied: Not authorized to use this part of SQL: TypeName.setof'],
  ['select 1 operator(public.+) 2', 403, 'Access denied: Not authorized to use the operator public.+'],
  [
    'select 1 = any (select 1) order by 1 using operator(x.<)',
    403,
    'Access denied: Not authorized to use the operator x.<',
  ],
  ['select 1 operator(x.=) any (select 1)', 403, 'Access denied: Not authorized to use the operator x.='],
  ["select 'a' collate public.x", 403, 'Access denied: Not authorized to use the collation public.x'],
  ['select * from strikes tablesample evil (1)', 403, 'Access denied: Not authorized to use the sampling method evil'],
  // What PostgreSQL calls itself, and what can't be ended
  ["select enum_in('a', 10)", 403, notCalled('enum_in')],
  ["select xpath('count(//*)', '<a/>')", 403, notCalled('xpath')],
  ["select xmlagg('<a/>')", 403, notCalled('xmlagg')],
  ["select ts_rewrite('a'::tsquery, 'select rolname, rolname from pg_authid')", 403, notCalled('ts_rewrite')],
  ["select * from ts_stat('select rolname from pg_authid')", 403, notCalled('ts_stat')],
  // Parts of SQL that nobody needs here
  ['select $1', 409, 'there is no parameter $1'],
  ['select * from strikes where _id = $2::int', 409, 'there is no parameter $2'],
  ["select xmlparse(document '<a/>')", 403, 'Access denied: Not authorized to use this part of SQL: XmlExpr'],
  ["select xmlserialize(document '<a/>' as text)", 403, 'Access denied: Not authorized to use this part of SQL'],
  ["select xmlexists('/a' passing '<a/>')", 403, notCalled('pg_catalog.xmlexists')],
  ["select * from xmltable('/a' passing '<a/>' columns a int path 'b') x", 403, 'Access denied: Not authorized to use'],
  ['select merge_action()', 403, 'Access denied: Not authorized to use this part of SQL'],
  ['values (default)', 403, 'Access denied: Not authorized to use this part of SQL: SetToDefault'],
  // Too much
  [`select '${'x'.repeat(256 * 1024)}'`, 409, 'The statement has 257 kB, and at most 256 kB are taken: list fewer'],
  [`select '${'é'.repeat(130 * 1024)}'`, 409, 'The statement has 261 kB, and at most 256 kB are taken: list fewer'],
  [`select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`, 409, 'The statement is nested too deeply: use fewer'],
  [`select 1${'+1'.repeat(30_000)}`, 409, 'The statement is nested too deeply'],
  [`select ${'abs('.repeat(200)}1${')'.repeat(200)}`, 409, 'The statement is nested too deeply'],
  [`select ${'(select '.repeat(60)}1${')'.repeat(60)}`, 409, 'The statement is nested too deeply'],
  [`select a${'||1'.repeat(7000)} from strikes`, 409, 'The statement is nested too deeply'],
  [`select 1 ${'/*'.repeat(10_000)}${'*/'.repeat(10_000)}`, 409, 'The statement holds more than 500 operator'],
  [`select 1 ${'+-'.repeat(30_000)}1`, 409, 'The statement holds more than 500 operator'],
  [`select 1 in (1${',x'.repeat(80_000)})`, 409, 'The statement has more than 150000 names, values and operators: use'],
  [`select 1 from strikes${', strikes'.repeat(100)}`, 409, 'The statement has more than 100 tables, subqueries and'],
  [`select ${uses(101, () => '(select 1 from foo)')}`, 409, 'The statement has more than 100 tables, subqueries and'],
]

test.each(attempts)('%s', async (sql, status, message) => {
  const refusal = await refusalOf(sql)
  const error = await errorOf(sql)
  const { info, query } = error
  const words: unknown = error['message'] ?? [isRecord(info) ? info['orig'] : query].flat()[0]
  expect({ status: refusal.status, message: String(words).slice(0, message.length) }).toEqual({ status, message })
})

test('A syntax error has the shape that CKAN gives it', async () => {
  const sql = 'SELECT ** FROM orchard'
  const original = 'syntax error at or near "FROM"\nLINE 1: SELECT ** FROM orchard\n                  ^'
  expect(await errorOf(sql)).toEqual({
    __type: 'Validation Error',
    query: [`(psycopg2.errors.SyntaxError) ${original}\n\n[SQL: ${sql}]`],
    info: { statement: [sql], params: [{}], orig: [original] },
  })
})

/** The lines below the message: the place of the error. */
async function placeOf(sql: string): Promise<readonly string[]> {
  const { info } = await errorOf(sql)
  const [original]: readonly unknown[] = isRecord(info) && Array.isArray(info['orig']) ? info['orig'] : []
  return String(original).split('\n').slice(1)
}

test.each([
  ['SELECT ** FROM t', 'LINE 1: SELECT ** FROM t', 'FROM'],
  ["SELECT 'é🐦鳥', ** FROM t", "LINE 1: SELECT 'é🐦鳥', ** FROM t", 'FROM'],
  ["SELECT 'é🐦鳥' FROM nowhere", "LINE 1: SELECT 'é🐦鳥' FROM nowhere", 'nowhere'],
  ['SELECT 1,\r\n\t** FROM t\r\nLIMIT 1', 'LINE 2:  ** FROM t', 'FROM'],
  ['-- é\n\n  INSERT INTO t VALUES (1)', 'LINE 3:   INSERT INTO t VALUES (1)', 'INSERT'],
  [
    '-- é\nEXPLAIN (FORMAT JSON) SELECT 1 FROM nowhere',
    'LINE 2: EXPLAIN (FORMAT JSON) SELECT 1 FROM nowhere',
    'nowhere',
  ],
  ['EXPLAIN (FORMAT JSON) DROP TABLE t', 'LINE 1: EXPLAIN (FORMAT JSON) DROP TABLE t', 'DROP TABLE t'],
  ['SELECT 1 WHERE', 'LINE 1: SELECT 1 WHERE', ''],
  ['SELECT 1 WHERE\n', 'LINE 2: ', ''],
  ['SELECT $1', 'LINE 1: SELECT $1', '$1'],
  ['SELECT 1 AS a INTO x', 'LINE 1: SELECT 1 AS a INTO x', 'x'],
  [`SELECT ${'a, '.repeat(40)} FROM t`, `LINE 1: ...${', a'.repeat(17)},  FROM t`, 'FROM'],
  [`SELECT ** FROM ${'t'.repeat(80)}`, `LINE 1: SELECT ** FROM ${'t'.repeat(45)}...`, 'FROM'],
  [`SELECT ${'a, '.repeat(40)} FROM ${'t'.repeat(80)}`, `LINE 1: ... a${', a'.repeat(15)},  FROM ttttt...`, 'FROM'],
])('The caret stands under the place: %j', async (sql, line, word) => {
  const column = word === '' ? Array.from(line).length : Array.from(line.slice(0, line.lastIndexOf(word))).length
  expect(await placeOf(sql)).toEqual([line, `${' '.repeat(column)}^`])
})

test('Refusals come fast, whatever is sent', async () => {
  const room = 256 * 1024 - 20
  const texts = [
    '+-',
    '(',
    '/*',
    "'",
    '$',
    '$a$',
    '--\n',
    '/* */',
    '[',
    'union select 1 ',
    'not ',
    'a.',
    ';',
    '1,',
    '\u{1F426}',
  ]
  for (const text of texts) {
    const started = performance.now()
    await admitSql(`select ${text.repeat(room / Buffer.byteLength(text))}`, {
      functions: sqlFunctions,
      isTable: () => false,
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    expect({ text, slow: performance.now() - started > 5000 }).toEqual({ text, slow: false })
  }
})
