import { expect, test } from 'vitest'
import { admitSql, maxSqlLength } from './admitSql.ts'
import { isRecord } from './syntaxNode.ts'
import { Refusal } from '../refusal.ts'

const served = new Set(['strikes', 'foo'])

async function refusalOf(sql: string): Promise<Refusal> {
  const error: unknown = await admitSql(sql, { isTable: (name) => served.has(name) }).then(
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
const notLookedFor = (by: string): string =>
  `Access denied: Not authorized to use ${by} where what it looks for may be long`
const notTaken = (by: string): string => `Access denied: Not authorized to use ${by} on what may be long`
const twoPaths = 'Access denied: Not authorized to compare two paths within a JSON path'
const noPath = 'Access denied: Not authorized to use the type jsonpath'
const notCalled = (name: string): string => `Access denied: Not authorized to call function ${name}`

const notPlain = 'EXPLAIN is answered as JSON only: write EXPLAIN (FORMAT JSON)'
const dataModifying = 'WITH clause containing a data-modifying statement'
const notLocked = 'Access denied: Not authorized to lock rows'
const notAnOption = (name: string): string => `Access denied: Not authorized to use the option ${name} of EXPLAIN`
const notAmong = 'Write no comments among the options of EXPLAIN'

const tooOften = 'Access denied: Not authorized to use the columns of subqueries so often'
const tooLong = 'Access denied: Not authorized to make so many long values in one row'
const notMade = 'Access denied: Not authorized to make more than 1664 columns'
const notRanked = 'Access denied: Not authorized to rank what may be long'
const notFilled = 'Access denied: Not authorized to fill a list of more than 100000 elements'
const notMoreThan = (most: string): string => `Access denied: Not authorized to use more than ${most}`
const notAField = (name: string): string => `Access denied: Not authorized to call function ${name}`
const uses = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(', ')
const chain = (length: number, make: (at: number) => string): string =>
  Array.from({ length }, (_, at) => make(at)).join('')

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
  // What an engine fails inside for
  ["select '99999'::regconfig", 403, 'Access denied: Not authorized to use the type regconfig'],
  ["select '{english}'::regconfig[]", 403, 'Access denied: Not authorized to use the type regconfig'],
  ["select ('english').regconfig", 403, notCalled('regconfig')],
  ['select to_tsvector(cost, species) from strikes', 403, 'Access denied: Not authorized to compute a text search'],
  ["select to_tsquery('-', 'a')", 403, 'Access denied: Not authorized to compute a text search'],
  ["select ts_headline('1', 'a', 'a'::tsquery)", 403, 'Access denied: Not authorized to compute a text search'],
  ["select polygon(1001, '<(0,0),1>'::circle)", 403, 'Access denied: Not authorized to make a polygon'],
  ["select polygon(cost, '<(0,0),1>'::circle) from strikes", 403, 'Access denied: Not authorized to make a polygon'],
  ["select enum_in('a', 10)", 403, notCalled('enum_in')],
  // What nothing interrupts: it takes the square of the number of points
  ["select '[(0,0)]'::path <-> '[(1,2)]'", 403, 'Access denied: Not authorized to use the type path'],
  ["select popen('((0,0))') ?# pclose('[(1,2)]')", 403, notCalled('popen')],
  ["select translate(name, repeat('x', 100000), '')", 403, 'Access denied: Not authorized to translate'],
  [`select translate('a', '${'x'.repeat(501)}', '')`, 403, 'Access denied: Not authorized to translate'],
  ["select path('((0,0))'::polygon)", 403, notCalled('path')],
  ["select strpos(repeat('a', 9999), 'b' || repeat('a', 9999))", 403, notLookedFor('strpos')],
  ['select position(repeat(species, 9999) in species) from strikes', 403, notLookedFor('position')],
  [`select replace(species, '${'x'.repeat(1001)}', '') from strikes`, 403, notLookedFor('replace')],
  [`select split_part(species, ${'species || '.repeat(20)}species, 1) from strikes`, 403, notLookedFor('split_part')],
  ["select string_to_array('a', x) from (select repeat('a', 9999) x) s", 403, notLookedFor('string_to_array')],
  ["select trim(both string_agg(species, '') from 'a') from strikes", 403, notLookedFor('btrim')],
  ["with s as (select repeat('a', 9999) x) select ltrim('a', s.x) from s", 403, notLookedFor('ltrim')],
  ["select rtrim('a', (select string_agg(species, '') from strikes))", 403, notLookedFor('rtrim')],
  ["select 'a' like '%' || repeat('a', 9999)", 403, notLookedFor('LIKE')],
  ["select 'a' not ilike s.x from repeat('a', 9999) as s(x)", 403, notLookedFor('LIKE')],
  ["select 'a' operator(pg_catalog.~~) repeat('a', 9999)", 403, notLookedFor('LIKE')],
  ["select 'a' ~~ any (array[repeat('a', 9999)])", 403, notLookedFor('LIKE')],
  ["select species like any (select string_agg(species, '') from strikes) from strikes", 403, notLookedFor('LIKE')],
  ["select 'a' like repeat('a', 9999) escape '!'", 403, notLookedFor('LIKE')],
  ["select strikes.x like strikes.x from (select repeat('a', 9999) x) strikes, strikes", 403, notLookedFor('LIKE')],
  ['select array_agg(species) && array_agg(stage) from strikes', 403, notLookedFor('&&')],
  ['select array(select species from strikes) @> array_fill(1, array[9])', 403, notLookedFor('@>')],
  [`select array_agg(cost) <@ array[${'1,'.repeat(1000)}1] from strikes`, 403, notLookedFor('<@')],
  ['select jsonb_agg(species) ?& array_agg(species) from strikes', 403, notLookedFor('?&')],
  ["select to_tsquery('english', string_agg(species, '|')) from strikes", 403, notLookedFor('to_tsquery')],
  ['select array_agg(species) && any (select array_agg(species) from foo) from strikes', 403, notLookedFor('&&')],
  ["select position('1'::bit(1001) in b'1')", 403, notLookedFor('position')],
  ["select strpos(species, left('b' || repeat('a', 9999), -1)) from strikes", 403, notLookedFor('strpos')],
  [
    `select strpos(species, concat_ws('${'a'.repeat(30)}', ${`'', `.repeat(40)}'')) from strikes`,
    403,
    notLookedFor('strpos'),
  ],
  [
    `select strpos(species, array_to_string(array[${`'${'a'.repeat(500)}', `.repeat(3)}''], '')) from strikes`,
    403,
    notLookedFor('strpos'),
  ],
  ['select strpos(species, to_json(to_json(species)::text)::text) from strikes', 403, notLookedFor('strpos')],
  ["select strpos(species, '1e80000'::numeric::text) from strikes", 403, notLookedFor('strpos')],
  ['select strpos(species, (1e80000)::text) from strikes', 403, notLookedFor('strpos')],
  ["select strpos(species, coalesce('1E+80000', cost)::text) from strikes", 403, notLookedFor('strpos')],
  ["select strpos(species, ('1e' || '80000')::numeric::text) from strikes", 403, notLookedFor('strpos')],
  ['select strpos(species, round(1, 16000)::text) from strikes', 403, notLookedFor('strpos')],
  [`select strpos(repeat(species, 9999), '${'a'.repeat(101)}') from strikes`, 403, notLookedFor('strpos')],
  [`select string_agg(species, '') like '%${'a'.repeat(101)}' from strikes`, 403, notLookedFor('LIKE')],
  [
    "select strpos(species, j.species) from strikes a right join (select repeat('a', 9999) as species) b using (species) as j where exists (select 1 from strikes j)",
    403,
    notLookedFor('strpos'),
  ],
  ["select to_date(repeat('1 ', 9999), repeat('DD ', 9999))", 403, notLookedFor('to_date')],
  [
    "select ts_rank(string_agg(species, ' ')::tsvector, 'a & b & c & d & e & f & g & h & i & j & k & l & m & n & o & p & q & r & s & t & u & v & w & x & y & z'::tsquery) from strikes",
    403,
    notLookedFor('ts_rank'),
  ],
  [
    `select coalesce('${'0,0,'.repeat(300)}1,1', polygon(4, '<(0,0),1>'::circle)) ~= polygon(4, '<(0,0),1>'::circle) or coalesce('${'0,0,'.repeat(300)}1,1', polygon(4, '<(0,0),1>'::circle)) ~= coalesce('${'0,0,'.repeat(300)}1,1', polygon(4, '<(0,0),1>'::circle))`,
    403,
    notLookedFor('~='),
  ],
  [
    `select coalesce('[${'"a", '.repeat(300)}"a"]', specb) - coalesce('{${'z,'.repeat(600)}z}', tags) from strikes`,
    403,
    notTaken('-'),
  ],
  [`select specb @@ ('$.a[*] == $.b[*]' collate "C") from strikes`, 403, twoPaths],
  [
    "select json_exists(specb, '$.a[*] ==' || ' $.b[*]') from strikes",
    403,
    'Access denied: Not authorized to compute a JSON path',
  ],
  [
    `select 1 from strikes order by ${Array.from({ length: 1665 }, (_, n) => n).join(' + _id, ')}`,
    403,
    'Access denied: Not authorized to order or group by more than 1664',
  ],
  [
    `select count(*) from strikes group by grouping sets ((${Array.from({ length: 1665 }, (_, n) => n).join(' + _id, ')} + _id))`,
    403,
    'Access denied: Not authorized to order or group by more than 1664',
  ],
  [
    `select 1 from strikes where (${Array.from({ length: 1100 }, (_, n) => `_id > ${n}`).join(' and ')}) or (${Array.from({ length: 1100 }, (_, n) => `_id < ${n}`).join(' and ')})`,
    403,
    'Access denied: Not authorized to join more than 2000 conditions',
  ],
  [`select strpos(species, repeat(3::text, 120000)) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, repeat(chr(51), 120000)) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, rtrim('[1e130000]'::jsonb::text, ']')) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, '{1e130000}'::numeric[]::text) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, '[0,1e130000)'::numrange::text) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, substr('333'::bytea::text, 3)::bytea::text) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, array[array['"']::text]::text) from strikes`, 403, notLookedFor('strpos')],
  [`select strpos(species, concat(array['"'])) from strikes`, 403, notLookedFor('strpos')],
  [
    `select strpos(species, ${'array_to_string(string_to_array('.repeat(10)}'aa'${", null), 'aa')".repeat(10)}) from strikes`,
    403,
    notLookedFor('strpos'),
  ],
  [
    `select strpos(species, ${'regexp_replace('.repeat(10)}'aa'${", '', 'a', 'g')".repeat(10)}) from strikes`,
    403,
    notLookedFor('strpos'),
  ],
  [
    `select strpos(species, ${'pg_catalog.like_escape('.repeat(10)}'aa'${", '')".repeat(10)}) from strikes`,
    403,
    notLookedFor('strpos'),
  ],
  [
    "select strpos(s.species, x) from strikes s, (select 'q' as x union all select repeat('a', 120000) union all select 'q' as y) t",
    403,
    notLookedFor('strpos'),
  ],
  [
    "select strpos('a', t.b) from (select 'q' p, repeat('a', 120000) r) s, lateral (values (s.*, 'b')) as t(a, b)",
    403,
    notLookedFor('strpos'),
  ],
  ["select strpos('a', t) from concat('b', repeat('a', 120000)) as t(x)", 403, notLookedFor('strpos')],
  [
    "select strpos('a', rtrim(concat, ')')) from (select s.concat from (select repeat('a', 120000) y) s) t",
    403,
    notLookedFor('strpos'),
  ],
  ['select a.array_agg && (select b.array_agg from strikes b) from strikes a', 403, notLookedFor('&&')],
  [`select a${'||1'.repeat(7000)} from strikes`, 409, 'The statement is nested too deeply'],
  // Columns that the statement makes
  ["select 'a' like s.x from (select repeat('a', 9999) as x) s", 403, notLookedFor('LIKE')],
  ["select 'a' like repeat from (select repeat('a', 9999)) s", 403, notLookedFor('LIKE')],
  ["select 'a' like text from (select repeat('a', 9999)::text) s", 403, notLookedFor('LIKE')],
  [
    "select 'a' like x from (select case when true then null else s.x end from (select repeat('a', 9999) x) s) s",
    403,
    notLookedFor('LIKE'),
  ],
  [
    "select 'a' like y.x from (select 'b' x) z, (select s.x from (select repeat('a', 9999) x) s) y",
    403,
    notLookedFor('LIKE'),
  ],
  ["select 'a' like x from (select 'b' as x union select repeat('a', 9999)) s", 403, notLookedFor('LIKE')],
  ["select 'a' like column1 from (values (repeat('a', 9999))) s, (select 'b' column1) t", 403, notLookedFor('LIKE')],
  ["select 'a' like s.x from (select repeat('a', 9999)) as s(x), (select 'b' x) t", 403, notLookedFor('LIKE')],
  ["with s(x) as (select repeat('a', 9999)) select 'a' like s.x from s, (select 'b' x) t", 403, notLookedFor('LIKE')],
  [
    "with s as (select repeat('a', 9999)), u as (table s), t(x) as (table u) select 'a' like x from t, (select 'b' y) v",
    403,
    notLookedFor('LIKE'),
  ],
  ["select 'a' like s.value from json_array_elements_text('[]') s, (select 'b' as value) t", 403, notLookedFor('LIKE')],
  ["select 'a' like unnest from unnest(array['b'], array[repeat('a', 9999)]) as t(x)", 403, notLookedFor('LIKE')],
  [
    "select 'a' like t.y from (select x::text as y from (select string_agg(species, '') as x from strikes) s) t",
    403,
    notLookedFor('LIKE'),
  ],
  ["select 'a' like t.x from repeat('a', 9999) as t(x), (select 'b' x) s", 403, notLookedFor('LIKE')],
  ["select 'a' like s::text from (select repeat('a', 9999)) s, (select 'b' as s) t", 403, notLookedFor('LIKE')],
  ["select 'a' like s.text from (select repeat('a', 9999)) s, (select 'b'::text) t", 403, notLookedFor('LIKE')],
  ["select 'a' like f1 from (select (row(repeat('a', 9999))).*) s, (select 'b' f1) t", 403, notLookedFor('LIKE')],
  [
    "select 'a' like j.species from strikes s, lateral (select species from json_populate_record(s, '{}')) j, (select 'b' species) t",
    403,
    notLookedFor('LIKE'),
  ],
  [
    `select 'a' like x from ${'(select y || y x from (select x || x y from '.repeat(3)}(select 'a' x) a${') b) c'.repeat(3)}`,
    403,
    notLookedFor('LIKE'),
  ],
  [
    `select 'a' like x.k11 from (select 'ab' k1) a${Array.from({ length: 10 }, (_, n) => `, lateral (select k${n + 1} || k${n + 1} k${n + 2}) a${n}`).join('')}, (select 'b' k99) x`,
    403,
    notLookedFor('LIKE'),
  ],
  ["select x.q from json_populate_record(null::record, '{}') as x(q tsquery)", 403, notLookedFor('tsquery')],
  ["select * from json_table('{}', '$' columns (p polygon path '$.p')) x", 403, notLookedFor('polygon')],
  ["select string_agg(species, '|')::_polygon from strikes", 403, notLookedFor('polygon')],
  ["select normalize(string_agg(species, '')) from strikes", 403, notTaken('normalize')],
  ['select s.x is nfc normalized from (select repeat(species, 9999) x from strikes) s', 403, notTaken('is_normalized')],
  ['select jsonb_agg(species) - array_agg(species) from strikes', 403, notTaken('-')],
  [
    'select s.j - s.a from (select jsonb_agg(species) j, array(select species) a from strikes group by 2) s',
    403,
    notTaken('-'),
  ],
  [
    "select s.j - s.a from (select to_jsonb(cost) j, regexp_split_to_array(repeat(species, 9999), ' ') a from strikes) s",
    403,
    notTaken('-'),
  ],
  [
    'select s.j - s.a from (select specb || specb j, (select array_agg(t.species) from foo t) a from strikes) s',
    403,
    notTaken('-'),
  ],
  [`select specb::jsonb - '{${'a,'.repeat(600)}a}'::text[] from strikes`, 403, notTaken('-')],
  ["select specb @@ '$.a[*] == $.b[*]' from strikes", 403, twoPaths],
  ["select specb @? '$.a[*] ? (@ < $.b[*])'::jsonpath from strikes", 403, twoPaths],
  ["select specb @@ '$[*] == $[*]'::text::jsonpath from strikes", 403, noPath],
  [`select specb @@ '$.a\\"x == $.b == "x"' from strikes`, 403, twoPaths],
  ['select specb @@ \'$.a[*] /* " */ == $.b[*] /* " */\' from strikes', 403, twoPaths],
  [`select specb @@ '$."5"[*] == $."6"[*]' from strikes`, 403, twoPaths],
  ["select row(specb) @@ row('$[*] == $[*]') from strikes", 403, twoPaths],
  [`select specb @@ any ('{"$[*] == $[*]"}') from strikes`, 403, twoPaths],
  ["select specb @? any ('{$}'::jsonpath[]) from strikes", 403, twoPaths],
  ["select specb @@ coalesce('$[*] == $[*]', '$'::jsonpath) from strikes", 403, noPath],
  ["select 1 from json_populate_record(null::record, '{}') as x(p jsonpath)", 403, noPath],
  [`select json_exists(spec, '$"a"[*] == $"b"[*]' passing specb as a, specb as b) from strikes`, 403, twoPaths],
  ["select * from json_table('{}', '$' columns (a int path '$[*] ? (@.a == @.b)')) x", 403, twoPaths],
  ["select xpath('count(//*)', '<a/>')", 403, notCalled('xpath')],
  ["select string_agg(species, '|')::tsquery from strikes", 403, notLookedFor('tsquery')],
  ["select string_agg(species, ',')::polygon from strikes", 403, notLookedFor('polygon')],
  ["select polygon(string_agg(species, ',')) from strikes", 403, notLookedFor('polygon')],
  // What doubles, and what is too much to plan
  [
    `with a0 as (select cost x from strikes)${chain(30, (n) => `, a${n + 1} as (select x + x x from a${n})`)} select x from a30`,
    403,
    tooOften,
  ],
  [
    `select (select a20.x from (select o.cost x) a0${chain(20, (n) => `, lateral (select a${n}.x + a${n}.x + 0 * sum(o.cost) x) a${n + 1}`)}) from strikes o`,
    403,
    tooOften,
  ],
  [
    `select a30.x from (select cost x from strikes) a0${chain(30, (n) => `, lateral (select a${n}.x + a${n}.x x) a${n + 1}`)}`,
    403,
    tooOften,
  ],
  [
    `select q.c from ${chain(16, () => '(select c || c || c as c from ')}(select species c from strikes) q${chain(16, () => ') q')}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${chain(20, () => '(select "?column?" + "?column?" from ')}(select cost * 2 from strikes) q${chain(20, () => ') q')}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${chain(20, () => '(strikes s cross join (select k + k as y from ')}(select cost k from strikes) q${chain(20, () => ') q) as q(a, b, c, d, e, f, g, h, i, j, k)')}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${chain(20, () => '(select s.*, k + k from strikes s, ')}(select cost k from strikes) q${chain(20, () => ') q(a, b, c, d, e, f, g, h, i, j, k)')}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${chain(20, () => '(select u.k + u.k as k from ')}(select cost k from strikes) q${chain(20, () => ' join (select 1 k) one using (k) as u) q')}`,
    403,
    tooOften,
  ],
  [
    `with recursive ${chain(20, (n) => `a${n} as (select x + x as x from a${n + 1}), `)}a20 as (select cost x from strikes) select x from a0`,
    403,
    tooOften,
  ],
  [
    `select ${chain(16, () => '(a0, ')}1${chain(16, () => ')')} from strikes a0`,
    403,
    'Access denied: Not authorized to put more than 5 rows',
  ],
  [`with ${chain(101, (n) => `a${n} as (select 1), `)}b as (select 1) select 1`, 403, notMoreThan('100 WITH queries')],
  [`select 1 from strikes${chain(501, (n) => `, strikes a${n}`)}`, 403, notMoreThan('500 tables')],
  [
    `select 1${chain(201, (n) => `, count(*) over (rows ${n} preceding)`)} from strikes`,
    403,
    notMoreThan('200 windows'),
  ],
  [`select greatest(1${chain(4001, (n) => `, sum(cost + ${n})`)}) from strikes`, 403, notMoreThan('4000 functions')],
  [
    `select 1 from strikes${chain(400, (n) => `, strikes a${n}`)} where 1 in (1${', cost'.repeat(6000)})`,
    403,
    'Access denied: Not authorized to name so many columns of so many tables',
  ],
  // What stands before IN and BETWEEN is copied
  [`select 1 from strikes where greatest(_id${',_id'.repeat(1500)}) in (_id${',_id'.repeat(1500)})`, 403, tooOften],
  [
    `select 1 from strikes where (greatest(_id${',_id'.repeat(1500)}), 1) in ((_id, 1)${',(_id, 1)'.repeat(1500)})`,
    403,
    tooOften,
  ],
  [`select ${'('.repeat(12)}_id = 1${' between symmetric false and true)'.repeat(12)} from strikes`, 403, tooOften],
  [`select ${'('.repeat(20)}_id = 1${' between false and true)'.repeat(20)} from strikes`, 403, tooOften],
  [
    `select 1 from ${'(select x in (true, x) as x from '.repeat(14)}(select wild x from strikes) q${') q'.repeat(14)}`,
    403,
    tooOften,
  ],
  [
    `select 1 from (select sum(x + 1) s from ${'(select x + x as x, g from '.repeat(13)}(select cost x, _id g from strikes) q${') q'.repeat(13)} group by g) d where s > 0${' and s > 1'.repeat(300)}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${'(select x + x as x from '.repeat(13)}(select cost x from strikes) q${') q'.repeat(13)}${chain(20, (n) => ` left join (select cost as x from strikes) j${n} using (x)`)}`,
    403,
    tooOften,
  ],
  [
    `select 1${',q.row_to_json'.repeat(400)} from (select 1${chain(400, (n) => `, x as c${n}`)} from ${'(select x + x as x from '.repeat(4)}(select cost x from strikes) q${') q'.repeat(4)}) q`,
    403,
    tooOften,
  ],
  // Conditions go into what is sorted and grouped
  ...[
    ['select distinct q.x + q.x as x from ', ''],
    ['select q.x + q.x as x from ', ' order by 1'],
    ['select q.x + q.x as x from ', ' group by 1'],
    ['select q.x + q.x as x, count(*) over (partition by q.x + q.x) from ', ''],
    ['select q.x + q.x as x from ', ' union select 1'],
    ['select distinct on (q.x + q.x) q.x + q.x as x from ', ''],
  ].map(([before, after]): readonly [string, number, string] => [
    `select 1 from ${`(${before}`.repeat(20)}(select cost x from strikes) q${`${after}) q`.repeat(20)} where q.x > 0`,
    403,
    tooOften,
  ]),
  // Names that PostgreSQL resolves in less obvious ways
  [
    `select 1 from ${'(select sum(q) + sum(q) as sum from '.repeat(20)}(select cost as sum from strikes) q${') q'.repeat(20)} where q.sum > 0`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${'(select q.c::text, q.x + q.x from '.repeat(20)}(select species, cost from strikes) q(c, x)${') q(c, x)'.repeat(20)}`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${'(select (q).* from (select q.x + q.x as x from '.repeat(20)}(select cost x from strikes) q${') q) q'.repeat(20)}`,
    403,
    tooOften,
  ],
  [
    `select 1 from (select 1 a, cost x from strikes) q0${chain(20, (n) => `, lateral (select v.a, v.y as x from (values (q${n}.*, q${n}.x + q${n}.x)) v(a, x, y)) q${n + 1}`)}`,
    403,
    tooOften,
  ],
  [`select 1 from (select (row(_id + 1${',_id + 1'.repeat(1200)})).* from strikes) q`, 403, tooOften],
  [
    `select 1 from ${'(select sum(nullif(q, q)) + sum(nullif(q, q)) as sum from '.repeat(20)}(select cost as sum from strikes) q${' order by 1) q'.repeat(20)} where q.sum > 0`,
    403,
    tooOften,
  ],
  [
    `select 1 from ${'(select * from '.repeat(40)}(select ${`greatest(_id${',_id'.repeat(20)}), `.repeat(1000)}1 from strikes) q${') q'.repeat(40)}`,
    403,
    tooOften,
  ],
  [
    `select 1 from strikes, foo, (with strikes as (select x + x + x + x as x from (with foo as (${'select x + x + x + x as x from ('.repeat(8)}select cost x from strikes${') q'.repeat(8)}) select x from foo) q) select x from strikes) s`,
    403,
    tooOften,
  ],
  [
    "select strpos(species, length(q)) from strikes, (select repeat('x', 9999) as length) q",
    403,
    notLookedFor('strpos'),
  ],
  [
    `select x from (${chain(200, () => 'select cost x from strikes union all ')}select 1) u order by x${chain(900, (n) => `, x + ${n}`)}`,
    403,
    tooOften,
  ],
  [
    'with a as not materialized (select 1) select 1 from a',
    403,
    'Access denied: Not authorized to use NOT MATERIALIZED',
  ],
  [`select 1 from strikes group by rollup (1${',_id'.repeat(100)})`, 403, notMoreThan('100 expressions in ROLLUP')],
  [
    `select 1 from strikes where not (_id = 0${chain(2600, (n) => ` or _id = ${n}`)}) or not (_id = 0${chain(2600, (n) => ` or _id = ${n}`)})`,
    403,
    'Access denied: Not authorized to join more than 5000 conditions by OR',
  ],
  // Conditions that each query of a UNION gets
  [
    `select 1 from (select cost x from strikes${chain(200, () => ' union all select cost from strikes')}) u where x in (1${chain(900, (n) => `, x + ${n}`)})`,
    403,
    tooOften,
  ],
  [
    `with u as (select cost x from strikes${chain(200, () => ' union all select cost from strikes')}), v as (select x from u) select 1 from v join strikes on v.x in (1${chain(900, (n) => `, x + ${n}`)})`,
    403,
    tooOften,
  ],
  // Columns by the thousand
  [`select 1${chain(1664, (n) => `, ${n}`)} from strikes`, 403, notMade],
  [`select * from (values (1${chain(1664, (n) => `, ${n}`)})) v`, 403, notMade],
  [
    `with a0 as (select 1 x)${chain(16, (n) => `, a${n + 1} as (select * from a${n} a, a${n} b)`)} select 1 from a16`,
    403,
    notMade,
  ],
  [
    `with a as (select 1${chain(800, (n) => `, ${n} c${n}`)}) select 1 from a${chain(60, (n) => ` natural join a a${n}`)}`,
    403,
    'Access denied: Not authorized to join tables and subqueries with so many columns',
  ],
  [
    `with a as (select 1 x${chain(100, (n) => `, ${n} c${n}`)}) select 1 from a${chain(25, (n) => ` natural join a a${n}`)}`,
    403,
    'Access denied: Not authorized to join tables and subqueries with so many columns',
  ],
  [
    `with a as (select 1${chain(100, (n) => `, ${n} c${n}`)}) select 1 from a${chain(21, (n) => ` join a a${n} using (c0${chain(99, (m) => `, c${m + 1}`)})`)}`,
    403,
    'Access denied: Not authorized to join by more than 2000 columns',
  ],
  [
    `with a as (select 1${chain(1600, (n) => `, ${n}`)}) select 1 from a${chain(20, (n) => ` cross join a a${n}`)}`,
    403,
    'Access denied: Not authorized to join tables and subqueries with so many columns',
  ],
  [
    `select 1 from strikes where (1${chain(1100, (n) => `, _id + ${n}`)}) = (1${chain(1100, (n) => `, _id - ${n}`)}) and (1${chain(1100, (n) => `, _id + ${n}`)}) <> (1${chain(1100, (n) => `, _id - ${n}`)})`,
    403,
    'Access denied: Not authorized to join more than 2000 conditions',
  ],
  [
    `select 1 from strikes where (1${chain(50, (n) => `, _id + ${n}`)}) in ((1${chain(50, (n) => `, _id - ${n}`)})${chain(60, () => `, (1${chain(50, (n) => `, _id - ${n}`)})`)})`,
    403,
    'Access denied: Not authorized to join more than 2000 conditions',
  ],
  [
    `select 1 from strikes where cost in (1${',x'.repeat(80_000)})`,
    403,
    'Access denied: Not authorized to write a statement of so many parts',
  ],
  [
    `select 1 from (values (repeat('a', 9999))${chain(20_000, () => ", ('')")}) v(y) where ${chain(2000, () => "y like '' or ")}y like y`,
    403,
    notLookedFor('LIKE'),
  ],
  // What can't be ended, in other ways
  [
    "select ts_rank(v, 'a:*&aa:*'::tsquery) from (select string_agg(species || ':1,2,3', ' ')::tsvector v from strikes) s",
    403,
    notRanked,
  ],
  ["select ts_rank(to_tsvector(string_agg(species, ' ')), to_tsquery('a:* & aa:*')) from strikes", 403, notRanked],
  [
    "select ts_rank(to_tsvector(string_agg(species, ' ')), q) from strikes, (select to_tsquery('a:*') q) s group by q",
    403,
    notRanked,
  ],
  [
    "select ts_rank(to_tsvector(string_agg(species, ' ')), species::tsquery) from strikes group by species",
    403,
    notRanked,
  ],
  ["select to_jsonb(array_fill(1, '{15000000}'))", 403, notFilled],
  ['select array_fill(1, array[1000, 1000])', 403, notFilled],
  ['select array_fill(1, array[_id]) from strikes', 403, notFilled],
  [`select xmlagg('<a/>')`, 403, notCalled('xmlagg')],
  [
    "select ts_headline('simple', repeat('a b c ', 9999), 'a'::tsquery, 'MaxFragments=1000000')",
    403,
    'Access denied: Not authorized to compute the options of ts_headline',
  ],
  [
    "select ts_headline(repeat('a b c ', 9999), 'a'::tsquery, 'MaxFragments=' || 1000000)",
    403,
    'Access denied: Not authorized to compute the options of ts_headline',
  ],
  ["select specb @@ '$[0,0][0,0] == 2[0,0][0,0]' from strikes", 403, twoPaths],
  ['select specb @@ \'$.a == "x"[0,0]\' from strikes', 403, twoPaths],
  [
    `select specb @@ '"${'\\"'.repeat(100_000)}' from strikes`,
    403,
    'Access denied: Not authorized to use a JSON path of more',
  ],
  ["select specb @@ ('$[*] == -$[*]'::text).jsonpath from strikes", 403, notAField('jsonpath')],
  ['select (array_agg(species)).to_jsonb - array_agg(species) from strikes', 403, notAField('to_jsonb')],
  ["select (string_agg(species, '&')).tsquery from strikes", 403, notAField('tsquery')],
  ['select s.polygon from unnest(array_agg(species)) s', 403, notAField('polygon')],
  [
    'select species < species collate "vi-x-icu" from strikes',
    403,
    'Access denied: Not authorized to use the collation',
  ],
  [`select translate(repeat(species, 9999), '${'a'.repeat(200)}', '') from strikes`, 403, notLookedFor('translate')],
  [`select array_fill(1, array[9999]) && '{${'1,'.repeat(300)}1}' from strikes`, 403, notLookedFor('&&')],
  // A text beside a configuration becomes one
  [
    "select ts_headline(coalesce('99999', 'english'::regconfig), species, 'a'::tsquery) from strikes",
    403,
    'Access denied: Not authorized to compute',
  ],
  [
    "select ts_headline(case when wild then '99999' else get_current_ts_config() end, 'a', 'b'::tsquery) from strikes",
    403,
    'Access denied: Not authorized to compute',
  ],
  ['select get_current_ts_config()', 403, 'Access denied: Not authorized to compute a text search configuration'],
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
  [`select '${'x'.repeat(maxSqlLength)}'`, 409, 'The statement is too long'],
  [`select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`, 409, 'The statement is nested too deeply'],
  [`select 1${'+1'.repeat(100_000)}`, 409, 'The statement is nested too deeply'],
  [`select ${'abs('.repeat(200)}1${')'.repeat(200)}`, 409, 'The statement is nested too deeply'],
  [`select ${'(select '.repeat(60)}1${')'.repeat(60)}`, 409, 'The statement is nested too deeply'],
  [`select 1 ${'/*'.repeat(50_000)}${'*/'.repeat(50_000)}`, 409, 'The statement holds more than 500 operator'],
  [`select 1 ${'+-'.repeat(50_000)}1`, 409, 'The statement holds more than 500 operator'],
  // More memory than there is, within one row
  [
    `select ${uses(1000, (n) => `t || '${n}'`)} from (select ts_headline(repeat('z ', 60000) || species, 'z'::tsquery, 'HighlightAll=true, StartSel=${'s'.repeat(250)}') as t from strikes offset 0) q`,
    403,
    tooLong,
  ],
  [`select ${uses(30, (n) => `to_json(t || '${n}')`)} from (select repeat(E'\\x01', 40000000) as t) q`, 403, tooLong],
  [
    `select ${uses(36, (n) => `concat_ws(lpad(species, 200000, '${n}'), variadic array_fill('', array[1000]))`)} from strikes`,
    403,
    tooLong,
  ],
  [`select ${uses(36, (n) => `array_fill((1e130000 + ${n})::text || '', array[1500])`)}`, 403, tooLong],
  [`select ${uses(36, (n) => `array_fill((10.0 ^ 130000)::text || '${n}', array[1500])`)}`, 403, tooLong],
  [`select ${uses(36, (n) => `array_fill(('1e' || '130000')::numeric::text || '${n}', array[1500])`)}`, 403, tooLong],
  [
    `select ${uses(120, (n) => `m || '${n}'`)} from (select mode() within group (order by t) as m from (select repeat('x', 40000000) as t from strikes) z offset 0) q`,
    403,
    tooLong,
  ],
  [`select ${uses(120, (n) => `(values (t)) || '${n}'`)} from (select repeat('x', 60000000) as t) q`, 403, tooLong],
  [
    `select ${uses(120, (n) => `regexp_replace('', '^', t || '${n}')`)} from (select repeat('x', 60000000) as t) q`,
    403,
    tooLong,
  ],
  [
    `select ${uses(120, (n) => `(json_build_array(t) -> 0)::text || '${n}'`)} from (select repeat('x', 60000000) as t) q`,
    403,
    tooLong,
  ],
  [`select ${uses(1000, (n) => `r < (r || '${n}')`)} from (select repeat('ä', 5000000) as r) q`, 403, tooLong],
  [
    `select ${uses(100, (n) => `upper(r) < '${n}'`)} from (select string_agg(species, '') as r from strikes) q`,
    403,
    tooLong,
  ],
  [`select ${uses(100, (n) => `r || '${n}'`)} from (select repeat(species, _id) as r from strikes) q`, 403, tooLong],
  [`select ${uses(100, (n) => `r || '${n}'`)} from (select lpad('', _id) as r from strikes) q`, 403, tooLong],
  [
    `with recursive r(i, x) as (select 1, 'ab' union all select i + 1, x || x from r where i < 28) select ${uses(100, (n) => `x || '${n}'`)} from r`,
    403,
    tooLong,
  ],
  [
    `with recursive z as (select 1 as y union all select y || 'x' from z where false) select ${uses(500, () => 'y')} from (select r || 'x' as y from (select repeat('ä', 20000000) as r offset 0) q) p`,
    403,
    tooLong,
  ],
  [`select array_length(('{' || lpad('', 46000000, '1,') || _id || '}')::jsonb[], 1) from strikes`, 403, tooLong],
  [
    `select ('{' || lpad('', 24000000, '[1,2),') || '[3,4)}')::int4multirange, ('{' || lpad('', 24000000, '[1,2),') || '[3,4)}')::int4multirange`,
    403,
    tooLong,
  ],
  [
    `select ${uses(8, (n) => `jsonb_pretty((lpad('', 1000, '[') || lpad('', 400000, '1,') || ${n} || lpad('', 1000, ']'))::jsonb)`)}`,
    403,
    tooLong,
  ],
  [
    `select ${uses(80, (n) => `(b << ${n})`)} from (select (array_agg(_id::bit(83000000)))[1] as b from strikes) q`,
    403,
    tooLong,
  ],
  [`select ${uses(12, (n) => `array_to_string(array_fill('', array[100000]), lpad('', 8000, '${n}'))`)}`, 403, tooLong],
  [
    `select ${'array['.repeat(27)}'"'${']::text'.repeat(27)}, ${uses(6, (n) => `${'array['.repeat(27)}'"${n}'${']::text'.repeat(27)}`)}`,
    403,
    tooLong,
  ],
  [`select ${uses(12, (n) => `format('${'%1$s'.repeat(1000)}', lpad('${n}', 800000))`)}`, 403, tooLong],
  [`select ${uses(9, (n) => `lpad(species, 240000000 + _id + ${n})`)} from strikes`, 403, tooLong],
  [`select 1 from strikes where lpad(species, 200000000, '𝒳') in (${uses(9, (n) => `species || ${n}`)})`, 403, tooLong],
  [
    `select ${'('.repeat(7)}r || 'x' < 'a'${' between wild and true)'.repeat(7)} from (select wild, repeat('x', 50000000) as r from strikes offset 0) q`,
    403,
    tooLong,
  ],
  [
    `select ${uses(8, (n) => `concat_ws(lpad(species, 10000000), ${n}${", ''".repeat(90)})`)} from strikes`,
    403,
    tooLong,
  ],
  [`select ${uses(5, (n) => `array_replace(array_fill('', array[1000]), '', lpad('${n}', 800000))`)}`, 403, tooLong],
  [`select ${uses(6, (n) => `('[' || lpad('', 32000000, '1,') || '${n}]')::jsonb`)}`, 403, tooLong],
  [
    `select ${uses(16, (n) => `array_fill(polygon(1000, circle(point(${n}, 0), 1))::text, array[20000])`)}`,
    403,
    tooLong,
  ],
  [
    `select ${uses(400, (n) => `(r #>> '{}') || '${n}'`)} from (select json_agg(species) as r from strikes) q`,
    403,
    tooLong,
  ],
  [`select ${uses(100, (n) => `column1 || '${n}'`)} from (values (repeat('x', 50000000))) v`, 403, tooLong],
  [
    `select ${uses(500, () => 'p')} from (select r || 'x' as y from (select repeat('ä', 20000000) as r offset 0) q) p`,
    403,
    tooLong,
  ],
  [
    `select ${uses(500, () => '*')} from (select r || 'x' as y from (select repeat('ä', 20000000) as r offset 0) q) p`,
    403,
    tooLong,
  ],
  [
    `select ${uses(100, (n) => `array_to_string(r, '-') < '${n}'`)} from (select array_agg(species) as r from strikes) q`,
    403,
    tooLong,
  ],
  [
    `select ${uses(100, (n) => `max(r || '${n}')`)} from (select string_agg(species, '') as r from strikes) q`,
    403,
    tooLong,
  ],
  [`select ${uses(100, (n) => `format('%1000000${n}s', species)`)} from strikes`, 403, tooLong],
  [`select ${uses(400, (n) => `replace(repeat('a', 1000000), 'a', repeat('b', 900)) < '${n}'`)}`, 403, tooLong],
  [`select ${uses(400, (n) => `array_fill(repeat('a', 1000), array[100000]) is null or ${n} > 1`)}`, 403, tooLong],
  [`select ${uses(400, (n) => `r ilike '%${n}'`)} from (select repeat('ä', 50000000) as r offset 0) q`, 403, tooLong],
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
  const room = maxSqlLength - 20
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
    await admitSql(`select ${text.repeat(room / text.length)}`, { isTable: () => false }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    expect({ text, slow: performance.now() - started > 5000 }).toEqual({ text, slow: false })
  }
})

// Columns that were passed on by each level, twice, were two million after 20.
test('The columns of joins within joins are looked at once', async () => {
  const joins = Array.from({ length: 40 }, (_, n) => ` cross join strikes t${n}) j${n}`).join('')
  const sql = `select 1 from ${'('.repeat(40)}(select 1 x) a${joins}`
  const started = performance.now()
  const { statement } = await admitSql(sql, { isTable: () => true })
  expect({ statement, slow: performance.now() - started > 5000 }).toEqual({ statement: sql, slow: false })
})

// Looked at twice at each level, 28 levels took longer than anybody waits.
test('VALUES within VALUES is looked at once', async () => {
  const sql = `${'values (('.repeat(28)}select 1${'))'.repeat(28)}`
  const started = performance.now()
  const { statement } = await admitSql(sql, { isTable: () => false })
  expect({ statement, slow: performance.now() - started > 5000 }).toEqual({ statement: sql, slow: false })
})
