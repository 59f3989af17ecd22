import { PGlite } from '@electric-sql/pglite'
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexCatalogue } from '../completion/catalogue.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { keywordKind } from '../keywords.ts'
import { tokensOf } from '../tokens.ts'
import { addToGroupBy } from './addToGroupBy.ts'
import { applyEdits } from '../textEdit.ts'
import type { Edited } from './edit.ts'
import { expandStar } from './expandStar.ts'
import { formatText } from './format.ts'
import { qualifyColumn, qualifyColumns } from './qualifyColumns.ts'
import { renameAt } from './renameAt.ts'

const columns = (text: string) =>
  text.split(' ').map((each) => ({ id: each.split(':')[0] ?? '', type: each.split(':')[1] ?? 'text', label: null }))

const index = indexCatalogue({
  tables: ['trees', 'streets', 'Odd Name'].map((id) => {
    return { id, title: id, dataset: null, aliases: [], takesNames: false }
  }),
  fields: new Map([
    ['trees', columns('_id:int4 species height:numeric planted:date street_id:int4 Größe order')],
    ['streets', columns('_id:int4 street_id:int4 name length:float8')],
    ['Odd Name', columns('_id:int4 name n:int4')],
  ]),
  missing: new Set(),
  rows: new Map(),
  values: new Map(),
  functions: functionsOf(lines),
  allowed: null,
  refusedWords: new Set(),
})

const STATEMENTS = `
SELECT species, count(*) AS n FROM trees WHERE height > 3 AND species = 'Oak' GROUP BY species HAVING count(*) > 1 ORDER BY n DESC NULLS LAST LIMIT 10 OFFSET 5
SELECT DISTINCT species FROM trees WHERE "Größe" IS NOT NULL OR "order" IS NULL ORDER BY species ASC
SELECT t.species, s.name FROM trees t JOIN streets s ON t.street_id = s.street_id WHERE s.length BETWEEN 1 AND 2
SELECT name, trees._id FROM trees LEFT JOIN streets USING (street_id) WHERE length > 1 ORDER BY street_id, 1, 2
SELECT * FROM trees t CROSS JOIN streets s WHERE t.species IN ('Oak', 'Ash') AND s.name NOT LIKE 'A%' ORDER BY t._id, s._id
WITH tall AS (SELECT species, max(height) AS top FROM trees GROUP BY species), low AS (SELECT top FROM tall WHERE top < 3) SELECT species, top FROM tall UNION ALL SELECT 'x', top FROM low ORDER BY top, species
WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i FROM r
WITH RECURSIVE r(a, b) AS (SELECT 1, 2 UNION ALL SELECT a + 1, r.b FROM r WHERE r.a < 5) SELECT r.*, a FROM r AS r
SELECT CASE WHEN height > 10 THEN 'tall' ELSE species END AS size FROM trees ORDER BY size, _id
SELECT name FROM streets s WHERE EXISTS (SELECT 1 FROM trees t WHERE t.street_id = s.street_id AND NOT t.species ILIKE 'o%') ORDER BY name
SELECT upper(species), date_trunc('year', planted), planted::timestamp, CAST(height AS integer) FROM trees ORDER BY _id
SELECT extract(year FROM planted) AS y, count(*) FILTER (WHERE height > 3) FROM trees GROUP BY 1 ORDER BY 1
SELECT species, row_number() OVER (PARTITION BY species ORDER BY height DESC, _id) FROM trees ORDER BY 1, 2
SELECT _id, sum(height) OVER w FROM trees WINDOW w AS (PARTITION BY species ORDER BY _id) ORDER BY _id
SELECT x.n FROM (SELECT count(*) AS n FROM trees) AS x WHERE x.n IS DISTINCT FROM 3
SELECT s.name, l.top FROM streets s, LATERAL (SELECT max(t.height) AS top FROM trees t WHERE t.street_id = s.street_id) l ORDER BY name, top
SELECT species FROM trees WHERE height > (SELECT avg(height) FROM trees) AND street_id IN (SELECT street_id FROM streets WHERE length > 2) ORDER BY _id
SELECT g FROM generate_series(1, 3) AS g
SELECT g, g.g + 1 AS h FROM generate_series(1, 3) AS g ORDER BY h
SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS g(v, o) ORDER BY o
SELECT string_agg(species, ', ' ORDER BY species) FROM trees WHERE planted AT TIME ZONE 'UTC' IS NULL
SELECT species FROM trees EXCEPT SELECT name FROM streets INTERSECT SELECT species FROM trees ORDER BY species
SELECT t.* FROM trees AS t RIGHT JOIN streets s ON s.street_id = t.street_id AND s.name <> 'x' FULL JOIN trees u ON u._id = t._id ORDER BY t._id, s.name DESC, u._id
SELECT * FROM (SELECT species, height AS h FROM trees) x JOIN (SELECT max(height) AS h FROM trees) y USING (h) ORDER BY species
SELECT * FROM trees t NATURAL JOIN (SELECT street_id, name FROM streets) s ORDER BY _id
SELECT t FROM streets t ORDER BY t._id
SELECT (t).name, (t.*)::text FROM streets t ORDER BY t._id
SELECT m.month, count(*) FROM (SELECT date_trunc('month', planted) AS month FROM trees) m GROUP BY month ORDER BY month
WITH m AS (SELECT date_trunc('month', planted) AS month, height FROM trees), n AS (SELECT month, avg(height) AS mean FROM m GROUP BY month) SELECT month, mean FROM n WHERE mean > 0 ORDER BY month
WITH m AS (SELECT species AS kind FROM trees) SELECT kind FROM m WHERE kind IN (SELECT kind FROM m WHERE kind <> 'x') ORDER BY kind
WITH a AS (SELECT 1 AS x), b AS (WITH a AS (SELECT 2 AS x) SELECT a.x FROM a) SELECT a.x, b.x AS y FROM a, b
SELECT a.species FROM trees a WHERE a._id = (SELECT max(a._id) FROM streets a WHERE a.name IS NOT NULL)
SELECT species AS "Kind of tree", "Größe" AS größe FROM trees AS "T t" ORDER BY "Kind of tree", "T t"._id
SELECT o.name, n FROM "Odd Name" o WHERE n > 0 ORDER BY o.n DESC
SELECT "Odd Name".name FROM public."Odd Name" ORDER BY "Odd Name"._id
SELECT species height, height species FROM trees ORDER BY height, species
(SELECT species AS a FROM trees ORDER BY _id LIMIT 2) UNION ALL (SELECT name FROM streets ORDER BY _id LIMIT 1) ORDER BY a
SELECT v.a, b FROM (VALUES (1, 'x'), (2, 'y')) AS v(a, b) ORDER BY a
SELECT column1 FROM (VALUES (1), (2)) v ORDER BY 1
SELECT * FROM (trees t JOIN streets s ON s.street_id = t.street_id) AS j(tree) ORDER BY tree, name
SELECT (SELECT name FROM streets s WHERE s.street_id = t.street_id LIMIT 1) AS street, species FROM trees t ORDER BY street, species, t._id
SELECT DISTINCT ON (species) species, height FROM trees ORDER BY species, height DESC
SELECT species, height, count(*) FROM trees GROUP BY ROLLUP (species, height) ORDER BY 1, 2, 3
SELECT lower(species) AS species FROM trees GROUP BY lower(species) ORDER BY species
SELECT unnest(ARRAY[1, 2]) AS u, _id FROM trees ORDER BY _id, u
SELECT 'a;b' AS s, $$it's$$ AS d, E'\\n' AS e -- a note
SELECT /* one */ species /* two */ FROM trees /* three */ ORDER BY _id
SELECT count(*), species, upper(name) AS big FROM trees JOIN streets ON streets.street_id = trees.street_id GROUP BY species, big ORDER BY 1, 2, 3
`
  .trim()
  .split('\n')

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  for (const [id, fields] of index.catalogue.fields) {
    await db.exec(`CREATE TABLE "${id}" (${fields.map((field) => `"${field.id}" ${field.type}`).join(', ')})`)
  }
  await db.exec(`
    INSERT INTO trees VALUES (1, 'Oak', 12, '2020-01-05', 1, 'L', 'a'), (2, 'Ash', 4, '2020-02-05', 2, 'M', null),
      (3, 'Oak', 5.5, '2021-01-07', 1, null, 'b'), (4, null, null, null, null, 'S', 'c');
    INSERT INTO streets VALUES (1, 1, 'Main', 2.5), (2, 2, 'Side', 1), (3, 3, 'Ash', 9);
    INSERT INTO "Odd Name" VALUES (1, 'Main', 3), (2, 'x', 0)`)
})

afterAll(() => db.close())

/** Its rows in a fixed order, without the names of their columns, or the code of its error. */
async function rowsOf(text: string): Promise<string> {
  try {
    const { rows } = await db.query(text, [], { rowMode: 'array' })
    return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
  } catch (error) {
    return error instanceof Error ? `failed: ${error.message}` : 'failed'
  }
}

/** Each text that an edit somewhere in it makes, with what the edit is. */
async function editsOf(text: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  const take = (name: string, edited: Edited) => {
    if ('edits' in edited) made.set(applyEdits(text, edited.edits), name)
  }
  take('format', await formatText(text, null))
  for (const { kind, start, end } of tokensOf(text)) {
    const written = text.slice(start, end)
    if (written === '*') take(`expand at ${start}`, await expandStar(text, start, index))
    if (/^select$/i.test(written)) {
      take(`qualify all at ${start}`, await qualifyColumns(text, start, index))
      take(`group at ${start}`, await addToGroupBy(text, start, index))
    } else if ((kind === 'word' && keywordKind(written) === null) || kind === 'name') {
      for (const to of names) take(`rename at ${start} to ${to}`, await renameAt(text, start, to, index))
      take(`qualify at ${start}`, await qualifyColumn(text, start, index))
    }
  }
  return made
}

async function differing(text: string, names: readonly string[]): Promise<readonly string[]> {
  const before = await rowsOf(text)
  const wrong: string[] = []
  for (const [after, name] of await editsOf(text, names)) {
    const rows = await rowsOf(after)
    if (rows !== before) wrong.push(`${name}: ${after}: ${rows} for ${before}`)
  }
  return wrong
}

test.each(STATEMENTS)('%s gives the same rows after every edit', async (text) => {
  expect(await rowsOf(text)).not.toMatch(/^failed/)
  expect(await differing(text, ['n'])).toEqual([])
})

test.each(STATEMENTS)('%s stays as it is when it is formatted again', async (text) => {
  const once = await formatText(text, null)
  const formatted = 'edits' in once ? applyEdits(text, once.edits) : text
  const twice = await formatText(formatted, null)
  expect('edits' in twice ? applyEdits(formatted, twice.edits) : formatted).toBe(formatted)
})

const NAMES = ['a', 'b', 'species', 'trees', 'x'] as const

const sources = constantFrom(
  'trees',
  'streets',
  'c',
  'd',
  '(SELECT species AS x, height AS a FROM trees)',
  '(SELECT c.x, b.x AS b FROM c, c AS b)',
  '(SELECT * FROM c)',
  'LATERAL (SELECT x, 1 AS a)',
  'LATERAL (SELECT count(*) AS b FROM trees WHERE height > a)',
)
const items = constantFrom('*', 'a', 'b', 'x', 'species', 'a.x', 'a.*', 'b.*', 'b.species', 'trees.species', 'c.x')
const values = constantFrom(
  'a.x AS x',
  '1 AS a',
  'b.x AS trees',
  '(SELECT max(x) FROM c) AS b',
  'x',
  'species',
  '(SELECT x FROM c a LIMIT 1)',
  '(SELECT a.x) AS species',
)
const made = record({
  with: constantFrom(
    'c AS (SELECT species AS x FROM trees), d AS (SELECT x AS b, 2 AS a FROM c)',
    'c(x) AS (SELECT name FROM streets), d AS (SELECT * FROM c)',
    'c AS (SELECT x FROM (SELECT name AS x, length AS a FROM streets) a), d AS (SELECT a.x, a.x AS b FROM c AS a)',
  ),
  items: array(items, { minLength: 1, maxLength: 5 }),
  more: array(values, { maxLength: 2 }),
  sources: array(
    record({
      source: sources,
      alias: constantFrom(...NAMES, ''),
      joined: constantFrom(', ', ' CROSS JOIN ', ' NATURAL JOIN '),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  where: constantFrom(
    '',
    " WHERE x <> 'a'",
    ' WHERE a IS NOT NULL',
    ' WHERE EXISTS (SELECT 1 FROM c WHERE c.x = x)',
    ' WHERE a.x IN (SELECT x FROM d a)',
  ),
  order: constantFrom('', ' ORDER BY x', ' ORDER BY a', ' GROUP BY x', ' GROUP BY species, a', ' ORDER BY a.x, trees'),
})

/** The longest list of these parts, in order, with which the statement still runs. */
async function running<Part>(parts: readonly Part[], write: (parts: readonly Part[]) => string): Promise<Part[]> {
  const kept: Part[] = []
  for (const part of parts) {
    if (!(await rowsOf(write([...kept, part]))).startsWith('failed')) kept.push(part)
  }
  return kept
}

test('What is made of generated statements gives the same rows', async () => {
  let checked = 0
  await assert(
    asyncProperty(made, async (parts) => {
      const write = (
        list: readonly string[],
        from: readonly (typeof parts.sources)[number][],
        ends: readonly string[],
      ) => {
        const texts = from.map(({ source, alias, joined }, at) => {
          return `${at === 0 ? '' : joined}${source}${alias === '' ? '' : ` AS ${alias}`}`
        })
        return `WITH ${parts.with} SELECT ${list.join(', ')} FROM ${texts.join('')}${ends.join('')}`
      }
      const from = await running(parts.sources, (some) => write(['1'], some, []))
      const list = await running([...parts.items, ...parts.more], (some) => write(some, from, []))
      if (from.length === 0 || list.length === 0) return
      const ends = await running([parts.where, parts.order], (some) => write(list, from, some))
      checked += 1
      expect(await differing(write(list, from, ends), NAMES)).toEqual([])
    }),
    { numRuns: RUNS },
  )
  // Some are left out, as no part of them runs.
  expect(checked).toBeGreaterThan(RUNS / 4)
})

const RUNS = Number(process.env['ROWAN_FUZZ_RUNS'] ?? 12)
