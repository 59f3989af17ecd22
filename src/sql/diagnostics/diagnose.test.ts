import { expect, test } from 'vitest'
import { parseSql } from '../../parser/parseSql.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { createHeldCatalogue } from '../worker/heldCatalogue.ts'
import type { Dialect } from '../dialect.ts'
import { diagnose } from './diagnose.ts'
import { applyEdits } from '../textEdit.ts'

const field = (id: string) => ({ id, type: 'text', label: null })

function held(dialect: Dialect) {
  const catalogue = createHeldCatalogue(functionsOf(lines))
  const table = (id: string) => ({ id, title: id, dataset: null, aliases: [], takesNames: false })
  catalogue.tell({ kind: 'tables', tables: ['trees', 'parks', 'Roads'].map(table), dialect })
  catalogue.tell({
    kind: 'fields',
    table: 'trees',
    fields: ['_id', 'species', 'Height', 'park'].map(field),
    rows: 50_000,
  })
  catalogue.tell({ kind: 'fields', table: 'parks', fields: ['_id', 'name', 'area'].map(field), rows: 10 })
  catalogue.tell({ kind: 'fields', table: 'gone', fields: null, rows: null })
  return catalogue
}

async function found(text: string, dialect: Dialect = 'any') {
  const catalogue = held(dialect)
  const judging = { index: catalogue.index(), dialect, parse: parseSql, cap: 32_000, before: new Map() }
  const diagnosed = await diagnose(text, null, judging)
  return diagnosed.found.map(({ start, end, problem, fixes }) => ({
    code: problem.code,
    at: text.slice(start, end),
    fixed: fixes.map(({ edits }) => applyEdits(text, edits)),
  }))
}

const RIGHT = [
  'SELECT species, count(*) FROM trees GROUP BY species ORDER BY count DESC',
  'SELECT t."Height", p.name FROM trees t JOIN parks p ON p._id = t.park::int WHERE p.area > 1',
  'WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT n FROM x',
  'SELECT g FROM generate_series(1, 3) AS g, LATERAL (SELECT g * 2 AS d) AS l WHERE d > 2',
  'SELECT trees FROM trees LIMIT 1',
  'SELECT _full_text, ctid FROM trees LIMIT 1',
  'SELECT species AS s FROM trees GROUP BY s ORDER BY s',
  'SELECT 1 FROM trees t WHERE EXISTS (SELECT 1 FROM parks WHERE name = t.park)',
  'SELECT species FROM trees UNION SELECT name FROM parks ORDER BY species',
  'SELECT * FROM trees NATURAL JOIN parks WHERE _id > 1',
  'SELECT {{n}} FROM trees WHERE species IN {{list}} LIMIT {{n}}',
  'SELECT x.a FROM (VALUES (1, 2)) AS x (a, b)',
  'SELECT column1 FROM (VALUES (1)) v',
  `SELECT '#1' AS "Case #", '{"a":1}' AS x, E'it\\'s' AS y`,
  'SELECT name FROM parks; SELECT area FROM parks;',
]

test('nothing is underlined in what runs', async () => {
  for (const text of RIGHT) expect(await found(text, text.includes('#') ? 'ckan' : 'any'), text).toEqual([])
})

const WRONG: readonly [Dialect, string, string, string, string?][] = [
  ['any', 'SELECT species FRM trees', 'syntax', 'trees'],
  ['any', 'SELECT species FROM trees WHERE', 'syntax', 'WHERE'],
  ['any', "SELECT 'a FROM trees", 'notClosed', "'a FROM trees"],
  ['any', 'SELECT /* a', 'notClosed', '/* a'],
  ['any', 'SELECT 1; SELECT 2 2', 'syntax', '2'],
  ['any', 'SELECT\u00a0species FROM trees', 'oddSign', '\u00a0', 'SELECT species FROM trees'],
  ['any', 'SELECT ‘a’ x', 'oddSign', '‘', "SELECT 'a' x"],
  [
    'any',
    'SELECT species FROM trees WHERE park = :park',
    'foreignParameter',
    ':park',
    'SELECT species FROM trees WHERE park = {{park}}',
  ],
  [
    'any',
    'SELECT 1 FROM 6d2a1a2e-0f0a-4c3e-9d5b-1a2b3c4d5e6f',
    'idNeedsQuotes',
    '6d2a1a2e-0f0a-4c3e-9d5b-1a2b3c4d5e6f',
    'SELECT 1 FROM "6d2a1a2e-0f0a-4c3e-9d5b-1a2b3c4d5e6f"',
  ],
  ['any', 'DELETE FROM trees', 'notSelect', 'DELETE'],
  ['any', 'SELECT Height FROM trees LIMIT 1', 'needsQuotes', 'Height', 'SELECT "Height" FROM trees LIMIT 1'],
  ['any', 'SELECT speceis FROM trees LIMIT 1', 'unknownColumn', 'speceis', 'SELECT species FROM trees LIMIT 1'],
  ['any', 'SELECT t.speceis FROM trees t LIMIT 1', 'unknownColumn', 'speceis', 'SELECT t.species FROM trees t LIMIT 1'],
  [
    'any',
    'SELECT trees.species FROM trees t LIMIT 1',
    'unknownRelation',
    'trees',
    'SELECT t.species FROM trees t LIMIT 1',
  ],
  [
    'any',
    'SELECT 1 FROM trees WHERE species = "Oak"',
    'textInNameQuotes',
    '"Oak"',
    "SELECT 1 FROM trees WHERE species = 'Oak'",
  ],
  [
    'any',
    'SELECT _id FROM trees t JOIN parks p ON p.name = t.park LIMIT 1',
    'ambiguousColumn',
    '_id',
    'SELECT t._id FROM trees t JOIN parks p ON p.name = t.park LIMIT 1',
  ],
  ['any', 'SELECT 1 FROM gone', 'unknownTable', 'gone'],
  ['rowan', 'SELECT pg_sleep(1)', 'functionRefused', 'pg_sleep'],
  ['rowan', 'SELECT cuont(*) FROM trees', 'functionRefused', 'cuont', 'SELECT count(*) FROM trees'],
  [
    'ckan',
    "SELECT count(*) FILTER (WHERE park = 'a') FROM trees",
    'ckanFilter',
    'FILTER',
    "SELECT count(CASE WHEN park = 'a' THEN 1 END) FROM trees",
  ],
  [
    'ckan',
    'SELECT coalesce(park, species) FROM trees LIMIT 1',
    'ckanNeedsBlank',
    'coalesce',
    'SELECT coalesce (park, species) FROM trees LIMIT 1',
  ],
  [
    'ckan',
    "SELECT park::json #>> '{a,0}' AS a FROM trees LIMIT 1",
    'ckanHash',
    '#>>',
    "SELECT park::json -> 'a' ->> 0 AS a FROM trees LIMIT 1",
  ],
  ['ckan', 'SELECT (ARRAY[1, 2])[:1] AS a', 'ckanColon', ':1', 'SELECT (ARRAY[1, 2])[: 1] AS a'],
  [
    'ckan',
    'WITH x(a) AS (SELECT 1) SELECT a FROM x',
    'ckanColumnList',
    'x',
    'WITH "x"(a) AS (SELECT 1) SELECT a FROM x',
  ],
  ['ckan', 'SELECT 1 FROM pg_class', 'systemTable', 'pg_class'],
  ['any', 'SELECT 1 FROM trees WHERE park = NULL', 'equalsNull', '= NULL', 'SELECT 1 FROM trees WHERE park IS NULL'],
  ['any', 'SELECT 1 FROM trees, parks', 'notLinked', 'parks'],
  [
    'any',
    'SELECT species, park AS species FROM trees LIMIT 1',
    'sameName',
    'park',
    'SELECT species, park AS species_2 FROM trees LIMIT 1',
  ],
  [
    'any',
    'SELECT count(*), count(park) FROM trees',
    'sameName',
    'count',
    'SELECT count(*), count(park) AS count_2 FROM trees',
  ],
  [
    'any',
    'SELECT 1 FROM parks WHERE name NOT IN (SELECT park FROM trees)',
    'notInNull',
    'NOT IN',
    'SELECT 1 FROM parks WHERE name NOT IN (SELECT park FROM trees WHERE park IS NOT NULL)',
  ],
  ['any', 'SELECT * FROM trees', 'noLimit', 'SELECT', 'SELECT * FROM trees LIMIT 1000'],
  [
    'any',
    "SELECT 1 FROM trees WHERE 'park' = 'x'",
    'nameInTextQuotes',
    "'park'",
    "SELECT 1 FROM trees WHERE park = 'x'",
  ],
]

test.each(WRONG)('%s: %s', async (dialect, text, code, at, fixed) => {
  const [first] = await found(text, dialect)
  expect(first).toMatchObject({ code, at })
  expect(first?.fixed[0]).toBe(fixed)
})
