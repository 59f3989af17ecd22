import type { Sql } from '../../src/service/sql/sql.ts'
import { sqlFunctions } from '../../src/protocol/sqlFunctions.ts'
import { isAllowedType } from '../../src/service/admission/admittedNames.ts'

/** Arguments of each type that code written for ordinary ones trips over; `'x'` stands for `'x'::type`. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false'],
  int2: [`'0'`, `'-32768'`, `'32767'`],
  int4: ['0', '-1', '1', '7', '1000', '10000000', '2147483647', '(-2147483648)', '1663'],
  int8: [`'0'`, `'-1'`, `'5'`, `'9223372036854775807'`, `'-9223372036854775808'`],
  float4: [`'0'`, `'-0'`, `'NaN'`, `'Infinity'`, `'-Infinity'`, `'3.4e38'`, `'1e-45'`],
  float8: [`'0'`, `'-0'`, `'1.5'`, `'NaN'`, `'Infinity'`, `'-Infinity'`, `'1.7e308'`, `'5e-324'`, `'1e15'`],
  numeric: [
    `'0'`,
    `'-1.5'`,
    `'7'`,
    `'NaN'`,
    `'Infinity'`,
    `'1e131071'`,
    `'-1e131071'`,
    `'1e-16383'`,
    `'1e400'`,
    `'99999'`,
  ],
  money: [`'0'`, `'-92233720368547758.08'`, `'92233720368547758.07'`],
  oid: [`'0'`, `'10'`, `'99999'`, `'4294967295'`],
  text: [
    `''`,
    `'a'`,
    `'99999'`,
    `'%'`,
    `E'\\\\'`,
    `'YYYY-MM-DD HH24:MI:SS.US TZ'`,
    `'9999999999.99EEEE'`,
    `'UTF8'`,
    `'english'`,
    `'Ünï😀'`,
    `'{"a": [1, null]}'`,
    `'%1$s %99999$s'`,
    `'(a+)+$'`,
    `'((((a*)*)*)*)*b'`,
    `'(?<!a)\\1{255}'`,
    `repeat('x', 100000)`,
    `repeat('(', 9000)`,
    `repeat('[', 40000)`,
    `repeat('(a', 5000) || repeat(')*', 5000)`,
    `repeat('a|', 2000)`,
    `repeat('%s', 20000)`,
  ],
  bytea: [`''`, `'\\x00ff'`, `convert_to(repeat('x', 100000), 'UTF8')`],
  bit: [`'0'`, `'1'`],
  varbit: [`''`, `'101'`, `repeat('1', 100000)`],
  uuid: [`'00000000-0000-0000-0000-000000000000'`, `'ffffffff-ffff-ffff-ffff-ffffffffffff'`],
  date: [`'2021-03-04'`, `'infinity'`, `'-infinity'`, `'4713-01-01 BC'`, `'5874897-12-31'`],
  time: [`'00:00'`, `'24:00'`, `'23:59:59.999999'`],
  timetz: [`'00:00+15:59'`, `'24:00-15:59'`],
  timestamp: [`'2021-03-04 05:06'`, `'infinity'`, `'-infinity'`, `'4713-01-01 BC'`, `'294276-12-31 23:59:59.999999'`],
  timestamptz: [
    `'2021-03-04 05:06+00'`,
    `'infinity'`,
    `'-infinity'`,
    `'4713-01-02 BC'`,
    `'294276-12-30 23:59:59.999999'`,
  ],
  interval: [`'0'`, `'1 day'`, `'-1 us'`, `'178000000 years'`, `'-178000000 years'`, `'2147483647 days'`, `'infinity'`],
  json: [
    `'null'`,
    `'{}'`,
    `'[]'`,
    `'{"a": 1, "a": {"b": [1, "x", null]}}'`,
    `'[{"a": 1e400}]'`,
    `(repeat('[', 2000) || repeat(']', 2000))`,
    `(repeat('{"a":', 2000) || '1' || repeat('}', 2000))`,
  ],
  jsonpath: [
    `'$'`,
    `'$.**'`,
    `'strict $.a[*] ? (@ > 1)'`,
    `'$ ? (@ like_regex "((((a*)*)*)*)*b")'`,
    `'$[last to 2147483647]'`,
  ],
  tsvector: [`''`, `'a:1,2,3 b:16383'`, `to_tsvector('simple', repeat('a b ', 20000))`],
  tsquery: [`''`, `'a'`, `'!a & (b | c:*) <16384> d'`, `(repeat('!', 30) || 'a')`],
  inet: [`'0.0.0.0/0'`, `'255.255.255.255'`, `'::/0'`, `'ffff::ffff/128'`],
  cidr: [`'10.0.0.0/8'`, `'::/0'`],
  macaddr: [`'ff:ff:ff:ff:ff:ff'`],
  macaddr8: [`'00:00:00:00:00:00:00:00'`],
  point: [`'(0,0)'`, `'(NaN,NaN)'`, `'(Infinity,-Infinity)'`, `'(1.7e308,-1.7e308)'`],
  line: [`'{1,-1,0}'`, `'{0,1e308,1e308}'`],
  lseg: [`'[(0,0),(0,0)]'`, `'[(NaN,1),(Infinity,2)]'`],
  box: [`'(0,0),(0,0)'`, `'(NaN,1),(Infinity,2)'`],
  path: [`'[(0,0)]'`, `'((NaN,0),(Infinity,1))'`, `('[' || repeat('(1,2),', 10000) || '(0,0)]')`],
  polygon: [`'((0,0))'`, `'((NaN,0),(Infinity,1),(3,4))'`, `('(' || repeat('(1,2),', 10000) || '(0,0))')`],
  circle: [`'<(0,0),0>'`, `'<(0,0),Infinity>'`, `'<(NaN,0),1e308>'`],
  record: [`row(1, 'a', null)`, 'row()'],
  xml: [`xmlcomment('x')`],
}

const RANGES = {
  int4: '[1,5)',
  int8: '[1,5)',
  num: '[-Infinity,NaN]',
  date: '[-infinity,infinity)',
  ts: '[2021-01-01,)',
  tstz: '(,2021-01-01]',
}

/** Pseudo-types, and a type that may stand for each. */
const STAND_INS: Readonly<Record<string, string>> = {
  any: 'int4',
  anyelement: 'int4',
  anynonarray: 'int4',
  anyarray: '_int4',
  anycompatible: 'int4',
  anycompatiblearray: '_int4',
  anyrange: 'int4range',
  anymultirange: 'int4multirange',
  anycompatiblerange: 'int4range',
  anycompatiblemultirange: 'int4multirange',
  name: 'text',
  varchar: 'text',
  bpchar: 'text',
  char: 'text',
  jsonb: 'json',
  regconfig: 'text',
}

/** Hostile expressions of a type; none if no statement may have a value of it. */
function valuesOf(type: string): readonly string[] {
  const stood = STAND_INS[type] ?? type
  const isNamed = isAllowedType([type])
  const cast = isNamed ? type : isAllowedType([stood]) ? stood : null
  const texts = rangesOf(stood) ?? arraysOf(stood) ?? VALUES[stood]
  if (texts === undefined) return []
  return [
    `null${cast === null || cast === 'record' ? '' : `::${quoted(cast)}`}`,
    ...texts.map((text) => (cast === null || cast === 'record' ? text : `(${text})::${quoted(cast)}`)),
  ]
}

/** `"char"` is another type than `char`. */
function quoted(type: string): string {
  return type === 'char' ? '"char"' : type
}

function rangesOf(type: string): readonly string[] | undefined {
  const found = Object.entries(RANGES).find(([name]) => type === `${name}range` || type === `${name}multirange`)
  if (found === undefined) return undefined
  const held = ['empty', '(,)', found[1]]
  return type.endsWith('multirange')
    ? [`'{}'`, ...held.map((range) => `'{${range}}'`)]
    : held.map((range) => `'${range}'`)
}

function arraysOf(type: string): readonly string[] | undefined {
  if (!type.startsWith('_')) return undefined
  const element = valuesOf(type.slice(1))
  const [, first = 'null', second = 'null'] = element
  const bounds =
    type === '_int4' ? [`'[2147483647:2147483647]={1}'`, `'{{1,2},{3,4}}'`, 'array[100000000, 3]', 'array[0]'] : []
  return element.length === 0 ? undefined : [`'{}'`, 'array[null]', `array[${first}, null, ${second}]`, ...bounds]
}

/**
 * Gives numbers from 0 to 1, the same ones for the same seed. A generator of our own: statements must not depend on how often
 * fast-check draws.
 */
export function numbersFrom(seed: number): () => number {
  let state = seed % 2_147_483_648
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** What PostgreSQL's own catalogue has: rows of a function's, an operator's or a cast's name and types. */
export interface Catalogue {
  /** Name, kind, kind of aggregate, number of direct arguments, whether it is variadic, types with blanks between them. */
  readonly functions: readonly (readonly (string | null)[])[]
  /** Name, left type or null, right type. */
  readonly operators: readonly (readonly (string | null)[])[]
  /** From, to. */
  readonly casts: readonly (readonly (string | null)[])[]
}

/** The functions that a statement may call, all operators, and all casts. */
export async function readCatalogue(database: Sql): Promise<Catalogue> {
  const rows = async (text: string): Promise<readonly (readonly (string | null)[])[]> =>
    (await database.query({ text, values: [] })).rows
  const functions = await rows(`
    select proname, prokind, coalesce(aggkind, 'n'), coalesce(aggnumdirectargs, 0)::text, (provariadic <> 0)::text, ${typeNames('proargtypes')}
    from pg_proc p left join pg_aggregate a on a.aggfnoid = p.oid where pronamespace = 'pg_catalog'::regnamespace order by p.oid::regprocedure::text`)
  const operators = await rows(`
    select oprname, (select typname from pg_type where oid = oprleft), (select typname from pg_type where oid = oprright)
    from pg_operator where oprnamespace = 'pg_catalog'::regnamespace order by oid`)
  const casts = await rows(`
    select (select typname from pg_type where oid = castsource), (select typname from pg_type where oid = casttarget) from pg_cast
    union select 'text', typname from pg_type where typnamespace = 'pg_catalog'::regnamespace
    union select typname, 'text' from pg_type where typnamespace = 'pg_catalog'::regnamespace order by 1, 2`)
  return { functions: functions.filter(([name]) => sqlFunctions.has(name ?? '')), operators, casts }
}

/**
 * Statements that call every function that may be called, every operator and every cast that PostgreSQL's own catalogue has
 * for the admitted types, `rounds` times each, with hostile arguments of each type; which ones, `next` says (from 0 to 1).
 */
export async function hostileCalls(database: Sql, rounds: number, next: () => number): Promise<readonly string[]> {
  const pick = (type: string | undefined): string | null => {
    const values = valuesOf(type ?? '')
    return values[Math.floor(next() * values.length)] ?? null
  }
  const all = (types: string | null): readonly string[] | null => {
    const picked = (types ?? '')
      .split(' ')
      .filter((type) => type !== '')
      .map((type) => pick(type))
    return picked.every((value) => value !== null) ? picked : null
  }
  const { functions, operators, casts } = await readCatalogue(database)
  const statements: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, kind, aggregates, direct, variadic, types] of functions) {
      const picked = all(types ?? null)
      if (picked === null) continue
      const most = variadic === 'true' && next() < 0.3 ? Array.from({ length: 90 }, () => picked.at(-1) ?? 'null') : []
      const held = variadic === 'true' ? picked.map((value) => value.replace(/^array\[.*\]::\w+$/, 'null')) : picked
      statements.push(callOf(name ?? '', `${kind}${aggregates}`, [...held, ...most], Number(direct)))
    }
    for (const [name, left, right] of operators) {
      const [before, after] = [left === null ? '' : pick(left), pick(right ?? undefined)]
      if (before !== null && after !== null) statements.push(`select ${before} ${name} ${after} as x`)
    }
    for (const [from, to] of casts) {
      const value = isAllowedType([to ?? '']) ? pick(from ?? undefined) : null
      if (value !== null) statements.push(`select (${value})::${quoted(to ?? '')} as x`)
    }
  }
  return statements
}

function typeNames(column: string): string {
  return `(select string_agg(typname, ' ' order by n) from unnest(${column}) with ordinality as t(type, n) join pg_type on oid = type)`
}

/** A call of a function (`f`), a window function (`w`) or an aggregate (`an`; `ao` and `ah` take their rows WITHIN GROUP). */
function callOf(name: string, kind: string, values: readonly string[], direct: number): string {
  const called = `${name}(${values.join(', ')})`
  if (kind.startsWith('w')) return `select ${called} over () as x from generate_series(1, 3)`
  if (kind === 'ao' || kind === 'ah') {
    const [before, after] = [values.slice(0, direct), values.slice(direct)]
    return `select ${name}(${before.join(', ')}) within group (order by ${after.join(', ') || '1'}) as x from generate_series(1, 3)`
  }
  if (kind.startsWith('a'))
    return `select ${values.length === 0 ? `${name}(*)` : called} as x from generate_series(1, 3)`
  return `select ${called} as x`
}
