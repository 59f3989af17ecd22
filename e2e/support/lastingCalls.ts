import { isAllowedType } from '../../src/service/admission/admittedNames.ts'
import { readCatalogue } from './hostileCalls.ts'
import type { Sql } from '../../src/service/sql/sql.ts'

/** A statement by the size of the values that it makes. */
export type LastingCall = (size: number) => string

/** Repeats a text; `N` is where the size goes. */
const again = (text: string): string => `repeat($q$${text}$q$, N / ${text.length})`
const joined = (each: string, by: string, share = 5): string =>
  `(select string_agg(${each}, '${by}') from generate_series(1, N / ${share}) i)`

const TEXTS: readonly string[] = [
  'a',
  'ab ',
  'a-',
  'a_',
  'a.b/',
  '1',
  '1.',
  '-1e',
  '<a>',
  '"',
  '\\',
  '@',
  '%a',
  '(',
  '{',
  '[',
  "'",
  '&a',
  '  ',
  '\n',
  'http://a',
  'a@b.c ',
  'YYYY',
  '1 ',
  'DD ',
  'FM',
  '9',
]
  .map((text) => again(text))
  .concat(
    joined('md5(i::text)', '', 32),
    // Unicode's canonical order moves each of the last ones before all that precede it.
    `'a' || repeat(U&'\\0315', N / 2) || repeat(U&'\\0316', N / 2)`,
    joined('i::text', ','),
    joined('i::text', '&'),
    joined('i::text', '<->', 7),
    `'{' || ${joined('i::text', ',')} || '}'`,
    `'[' || ${joined('i::text', ',')} || ']'`,
    `'{' || ${joined(`'"' || i || '":1'`, ',')} || '}'`,
    `'((' || ${joined(`'(' || i || ',' || i || ')'`, ',', 10)} || '))'`,
    `'{' || ${joined(`'[' || i * 2 || ',' || i * 2 + 1 || ')'`, ',', 10)} || '}'`,
  )

const all = (each: string): string => `(select ${each} from generate_series(1, N) i)`

/** Large values of each type, made in ways that a long time may come of. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  text: TEXTS,
  bytea: [`convert_to(${again('a')}, 'UTF8')`, `convert_to(${again('ab')}, 'UTF8')`],
  json: [all('json_agg(i)'), all('json_object_agg(i, i)')],
  jsonb: [all('jsonb_agg(i)'), all('jsonb_object_agg(i, i)'), all('jsonb_agg(i::text)')],
  tsvector: [
    // As many positions as a word may have.
    `${joined(`'w' || i || ':' || (select string_agg(k::text, ',') from generate_series(1, 256) k)`, ' ', 100)}::tsvector`,
    all('array_to_tsvector(array_agg(i::text))'),
    `to_tsvector('simple', ${joined('i::text', ' ', 1)})`,
  ],
  tsquery: [
    `${joined('i::text', '&')}::tsquery`,
    `to_tsquery('simple', ${joined('i::text', '|')})`,
    `${joined(`'w' || i`, '&', 100)}::tsquery`,
  ],
  _text: [all('array_agg(i::text)'), all(`array_agg('a'::text)`)],
  _int4: [all('array_agg(i)')],
  _float8: [all('array_agg(i::float8 / (N + 1))')],
  numeric: [`${again('9')}::numeric`, `('1.' || ${again('37')})::numeric`],
  varbit: [`${again('01')}::varbit`],
  polygon: [`${joined(`'(' || i || ',' || i * i || ')'`, ',', 1)}::polygon`],
  int4multirange: [`('{' || ${joined(`'[' || i * 2 || ',' || i * 2 + 1 || ')'`, ',', 1)} || '}')::int4multirange`],
  jsonpath: [`'$[*] == $[*]'`, `'$.* ? (@ == $.*)'::jsonpath`],
  int4: ['N', '1'],
  int8: ['N::int8'],
  float8: ['0.5::float8'],
  bool: ['true'],
  date: [`'2020-01-02'::date`],
  timestamp: [`'2020-01-02'::timestamp`],
  interval: [`'1 day'::interval`],
  regconfig: [`'english'`],
  inet: [`'10.0.0.0/8'::inet`],
  point: [`'(1,1)'::point`],
  box: [`'((0,0),(1,1))'::box`],
  circle: [`'<(0,0),1>'::circle`],
  int4range: [`'[1,5)'::int4range`],
}

const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  any: ['text'],
  anyelement: ['text', 'int4'],
  anynonarray: ['text'],
  anycompatible: ['text', 'int4'],
  anycompatiblenonarray: ['text'],
  anyarray: ['_text', '_int4'],
  anycompatiblearray: ['_text', '_int4'],
  anyrange: ['int4range'],
  anymultirange: ['int4multirange'],
  varchar: ['text'],
  bpchar: ['text'],
  bit: ['varbit'],
}

/** What is written as syntax, with `X` and `Y` for two texts, and `J` for a `jsonb`. */
const SYNTAX: readonly string[] = [
  'X like Y',
  'X ilike Y',
  'X similar to Y',
  'X ~ Y',
  `substring(X similar Y escape '#')`,
  'position(X in Y)',
  'trim(both X from Y)',
  'overlay(X placing Y from 1)',
  'normalize(X)',
  'normalize(X, nfkd)',
  'X is normalized',
  'X is json with unique keys',
  'J @@ Y::jsonpath',
  `J @? '$[*] ? (@ == 1)'`,
  `J @@ '$[*] == $[*]'`,
  'X = any (string_to_array(Y, chr(44)))',
  'J ?| string_to_array(Y, chr(44))',
  'X collate "C" < Y',
]

/**
 * Calls of every function that may be called, every operator and every cast that PostgreSQL's own catalogue has, with large
 * values that the statement makes: of all that there are, at most `most` each, which ones, `next` says (from 0 to 1).
 */
export async function lastingCalls(database: Sql, most: number, next: () => number): Promise<readonly LastingCall[]> {
  const { functions, operators, casts } = await readCatalogue(database)
  const calls: LastingCall[] = []
  const add = (types: readonly string[], write: (values: readonly string[]) => string): void => {
    const lists = types.map((type) => (STAND_INS[type] ?? [type]).flatMap((stand) => VALUES[stand] ?? []))
    const count = lists.reduce((product, list) => product * list.length, 1)
    for (let done = 0; done < Math.min(count, most); done += 1) {
      let place = count <= most ? done : Math.floor(next() * count)
      const values = lists.map((list) => {
        const value = list[place % list.length] ?? ''
        place = Math.floor(place / list.length)
        return value
      })
      const expression = write(values)
      calls.push((size) => `select (${expression.replaceAll(/\bN\b/g, String(size))}) is null as x`)
    }
  }
  for (const [name, kind, , , , types] of functions) {
    if (kind === 'f') add((types ?? '').split(' ').filter(Boolean), (values) => `${name}(${values.join(', ')})`)
  }
  for (const [name, left, right] of operators) {
    if (left === null) add([right ?? ''], ([value]) => `${name} ${value}`)
    else add([left ?? '', right ?? ''], ([before, after]) => `${before} ${name} ${after}`)
  }
  for (const [from, to] of casts) {
    if (isAllowedType([to ?? ''])) add([from ?? ''], ([value]) => `(${value})::"${to}"`)
  }
  for (const syntax of SYNTAX) {
    const letters = ['X', 'Y', 'J'].filter((letter) => new RegExp(String.raw`\b${letter}\b`).test(syntax))
    add(
      letters.map((letter) => (letter === 'J' ? 'jsonb' : 'text')),
      (values) => syntax.replaceAll(/\b[XYJ]\b/g, (letter) => values[letters.indexOf(letter)] ?? ''),
    )
  }
  return calls
}
