// What one reader without a token can send to keep the service from everybody else. `npm run siege` repeats each of
// these for a while. To add one: its name and the request to repeat. `n` tells apart its `variants` (3 by default),
// and `clients` is how many are sent at a time (10 by default). What is `isNamedOnly` is left out unless it is asked for by
// its name: it takes all memory of a PostgreSQL that isn't limited as the administrator's page says.

/** The table that is read. */
export const TABLE = '51e6e000-0000-4000-8000-000000000001'
/** Another, which is written to meanwhile, with this token. */
export const WRITTEN = '51e6e000-0000-4000-8000-000000000002'
export const TOKEN = 'siege'

const sql = (text) => ({ action: 'datastore_search_sql', body: { sql: text } })
const search = (params) => ({ action: 'datastore_search', body: { resource_id: TABLE, ...params } })
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at))

/** A name for each number. */
const letters = (n) => 'abcdefghij'[n % 10] + 'klmnopqrst'[Math.floor(n / 10) % 10]

/** One row that needs gigabytes, and is ended for them after a while. */
const longValues = (n) =>
  sql(
    `SELECT ${many(11, (at) => `(r || '${at}') < '${n}' AS c${at}`).join()} ` +
      "FROM (SELECT string_agg(repeat('ä', 100000) || i, '') AS r FROM generate_series(1, 500) i) q",
  )

/** PostgreSQL puts each of these queries into the next before it looks at the clock: a column of 2^30 parts. */
const doubledColumns = () =>
  sql(
    `WITH a0 AS (SELECT n AS x FROM "${TABLE}"), ` +
      `${many(30, (at) => `a${at + 1} AS (SELECT x + x AS x FROM a${at})`).join()} SELECT x FROM a30`,
  )

export const ATTACKS = [
  { name: 'a count without end', request: () => sql('SELECT count(*) FROM generate_series(1, 100000000000) s') },
  {
    name: 'statements without end, each worded otherwise',
    variants: 100,
    request: (n) => sql(`SELECT count(*) AS ${letters(n)} FROM generate_series(1, 100000000000) s`),
  },
  {
    name: 'a table joined with itself',
    request: () => sql(`SELECT count(*) FROM "${TABLE}" a, "${TABLE}" b WHERE a.b < b.b`),
  },
  {
    name: 'a list of 60,000 values',
    request: (n) => search({ filters: { b: many(60_000, (at) => `no ${n} ${at}`) } }),
  },
  {
    name: 'lists of 1,000 values, 100 of them',
    request: (n) =>
      search({ filters: { $or: many(90, (list) => ({ b: many(600, (at) => `no ${n} ${list} ${at}`) })) } }),
  },
  { name: 'all rows sorted', request: () => sql(`SELECT b FROM "${TABLE}" ORDER BY md5(b || n) DESC`) },
  {
    name: 'a sort that needs gigabytes',
    request: () => sql("SELECT i, repeat('x', 100) AS x FROM generate_series(1, 20000000) i ORDER BY md5(i::text)"),
  },
  {
    name: 'distinct, deep and sorted',
    request: () => search({ distinct: true, fields: ['b', 'n'], sort: 'b desc', offset: 90_000 }),
  },
  {
    name: 'words searched for in each row',
    request: () => search({ q: { b: 'name' }, plain: false, language: 'german', limit: 1 }),
  },
  { name: 'a value of 200 MB', request: () => sql("SELECT repeat('x', 200000000) AS x") },
  {
    name: 'many values of 1 MB',
    request: () => sql("SELECT repeat('x', 1000000) AS x FROM generate_series(1, 1000)"),
  },
  {
    name: 'text put together without end',
    request: () => sql("SELECT string_agg(repeat('x', 1000), ',') AS x FROM generate_series(1, 10000000)"),
  },
  {
    name: 'lists put together without end',
    request: () => sql('SELECT array_agg(i) AS x FROM generate_series(1, 200000000) i'),
  },
  {
    name: 'lists of long texts',
    request: () =>
      sql("SELECT array_length(array_agg(repeat('x', 1000000) || i), 1) AS x FROM generate_series(1, 100000) i"),
  },
  { name: 'long values in one row', request: longValues },
  {
    name: 'long values in one row, left before they are refused',
    request: (n) => ({ ...longValues(n), leaveAfterMs: 150 }),
  },
  { name: 'a column doubled thirty times', request: doubledColumns, isNamedOnly: true },
  {
    name: 'a regular expression that goes back and forth',
    request: () => sql("SELECT repeat('a', 40000) ~ '(a*)*(b|a*)*c' AS x"),
  },
  {
    name: 'a number of many digits',
    request: () => sql('SELECT length((9::numeric ^ 100000)::text) AS x FROM generate_series(1, 1000)'),
  },
  {
    name: 'numbers of many digits divided in one row, each worded otherwise',
    variants: 100,
    request: (n) =>
      sql(
        `SELECT ${many(30, (at) => `a % b AS ${letters(n)}${letters(at)}`).join(', ')} ` +
          "FROM (SELECT repeat('9', 130000)::numeric AS a, repeat('7', 65000)::numeric AS b OFFSET 0) s",
      ),
  },
  {
    name: 'a pattern in a text of 100 MB, each worded otherwise',
    variants: 100,
    request: (n) =>
      sql(`SELECT repeat('a', 100000000) LIKE '%${'a'.repeat(90)}b%' AS ${letters(n)} FROM generate_series(1, 3)`),
  },
  { name: 'a language that is none', request: () => search({ q: 'name', language: '99999' }), clients: 2 },
  {
    name: 'an internal error of SQL',
    request: () => sql("SELECT to_tsvector(99999::regconfig, 'a') AS x"),
    clients: 2,
  },
  {
    name: 'JSON built deep',
    request: () => sql("SELECT (repeat('[', 40000) || repeat(']', 40000))::json AS x"),
    clients: 2,
  },
  {
    name: 'brackets by the thousand',
    request: () => sql(`SELECT 'a' ~ (repeat('(', 9000) || repeat(')', 9000)) AS x`),
    clients: 2,
  },
  { name: 'dumps', request: () => ({ path: `/datastore/dump/${TABLE}` }), clients: 5 },
  {
    name: 'dumps that are sorted again for each page',
    request: () => ({ path: `/datastore/dump/${TABLE}?sort=b+desc&format=xml` }),
    clients: 5,
  },
  {
    name: 'dumps that nobody reads on',
    request: () => ({ path: `/datastore/dump/${TABLE}`, leaveAfterBytes: 1000 }),
    clients: 5,
  },
  { name: 'the most rows at once', request: () => search({ limit: 32_000 }), clients: 5 },
  {
    name: 'forms of 100,000 keys',
    request: (n) => ({ action: 'datastore_search', form: many(100_000, (at) => `k${n}x${at}=1`).join('&') }),
    clients: 3,
  },
  { name: 'requests by the hundred', request: () => search({ limit: 0 }), clients: 300 },
]
