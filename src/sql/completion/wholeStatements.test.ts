import { PGlite } from '@electric-sql/pglite'
import { array, assert, constantFrom, nat, property } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSql } from '../../parser/parseSql.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { tokensOf } from '../tokens.ts'
import { indexCatalogue } from './catalogue.ts'
import { completionsAt } from './completion.ts'

const columns = (text: string) =>
  text.split(' ').map((each) => ({ id: each.split(':')[0] ?? '', type: each.split(':')[1] ?? 'text', label: null }))

const index = indexCatalogue({
  tables: [
    { id: 'trees', title: 'Trees', dataset: null, aliases: [], takesNames: false },
    { id: 'streets', title: 'Streets', dataset: null, aliases: [], takesNames: false },
  ],
  fields: new Map([
    ['trees', columns('_id:int4 species height:numeric planted:date street_id:int4 Größe order')],
    ['streets', columns('_id:int4 street_id:int4 name length:float8')],
  ]),
  missing: new Set(),
  rows: new Map(),
  values: new Map([['trees', new Map([['species', ['Oak', 'Ash'].map((text) => ({ text, records: null }))]])]]),
  functions: functionsOf(lines),
  allowed: null,
  refusedWords: new Set(),
})

const STATEMENTS = `
SELECT species, count(*) AS n FROM trees WHERE height > 3 AND species = 'Oak' GROUP BY species HAVING count(*) > 1 ORDER BY n DESC NULLS LAST LIMIT 10 OFFSET 5
SELECT DISTINCT species FROM trees WHERE "Größe" IS NOT NULL OR "order" IS NULL ORDER BY species ASC
SELECT t.species, s.name FROM trees t JOIN streets s ON t.street_id = s.street_id WHERE s.length BETWEEN 1 AND 2
SELECT name FROM trees LEFT JOIN streets USING (street_id) WHERE length > 1
SELECT * FROM trees t CROSS JOIN streets s WHERE t.species IN ('Oak', 'Ash') AND s.name NOT LIKE 'A%'
WITH tall AS (SELECT species, max(height) AS top FROM trees GROUP BY species), low AS (SELECT top FROM tall WHERE top < 3) SELECT species, top FROM tall UNION ALL SELECT 'x', top FROM low ORDER BY top
WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i FROM r
SELECT CASE WHEN height > 10 THEN 'tall' ELSE species END AS size FROM trees
SELECT CASE species WHEN 'Oak' THEN 1 ELSE 2 END FROM trees
SELECT name FROM streets s WHERE EXISTS (SELECT 1 FROM trees t WHERE t.street_id = s.street_id AND NOT t.species ILIKE 'o%')
SELECT upper(species), date_trunc('year', planted), planted::timestamp, CAST(height AS integer) FROM trees
SELECT extract(year FROM planted) AS y, count(*) FILTER (WHERE height > 3) FROM trees GROUP BY 1
SELECT species, row_number() OVER (PARTITION BY species ORDER BY height DESC) FROM trees
SELECT x.n FROM (SELECT count(*) AS n FROM trees) AS x WHERE x.n IS DISTINCT FROM 3
SELECT s.name, l.top FROM streets s, LATERAL (SELECT max(t.height) AS top FROM trees t WHERE t.street_id = s.street_id) l
SELECT species FROM trees WHERE height > (SELECT avg(height) FROM trees) AND street_id IN (SELECT street_id FROM streets WHERE length > 2)
SELECT coalesce(species, 'none'), nullif(height, 0) FROM trees WHERE planted >= CURRENT_DATE
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY height) FROM trees
SELECT g FROM generate_series(1, 3) AS g
SELECT string_agg(species, ', ' ORDER BY species) FROM trees WHERE planted AT TIME ZONE 'UTC' IS NULL
SELECT species FROM trees EXCEPT SELECT name FROM streets INTERSECT SELECT species FROM trees
SELECT t.* FROM trees AS t RIGHT JOIN streets s ON s.street_id = t.street_id AND s.name <> 'x' FULL JOIN trees u ON TRUE ORDER BY t.species, s.name DESC
`
  .trim()
  .split('\n')

/** Names that the statement makes up itself, where it does. */
function isNew(statement: string, start: number, end: number): boolean {
  const before = statement.slice(0, start)
  const isDefined = /\b(?:AS|WITH|RECURSIVE)\s+$|(?:trees|streets|\)|,) $/.test(before)
  return (
    isDefined &&
    /^(?:n|t|s|u|x|l|g|y|i|r|top|size|tall|low)$/.test(statement.slice(start, end)) &&
    !/SELECT [^()]*, $/.test(before)
  )
}

test.each(STATEMENTS)('Each word of %s is offered where it stands', (statement) => {
  const missed = tokensOf(statement).flatMap(({ kind, start, end }) => {
    if (kind !== 'word' && kind !== 'name') return []
    const word = statement.slice(start, end)
    if (isNew(statement, start, end)) return []
    const found = [0, 1].map((typed) => {
      const text = statement.slice(0, start + typed) + statement.slice(end)
      const { items } = completionsAt(text, start + typed, index)
      const rest = statement.slice(start).toLowerCase()
      const isIt = (insert: string) =>
        insert.length >= word.length &&
        rest.startsWith(
          insert
            .replace(/[.(]+\)?$/, '')
            .trim()
            .toLowerCase(),
        )
      return items.findIndex(({ insert }) => isIt(insert))
    })
    // Nothing typed shows the first functions only.
    const isFunction = statement.charAt(end) === '(' && index.functionNamed(word) !== null
    const isMissed = found.some((place, typed) => place < 0 && !(isFunction && typed === 0))
    return isMissed ? [`${statement.slice(Math.max(0, start - 20), start)}|${word} ${found.join(' ')}`] : []
  })
  expect(missed).toEqual([])
})

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  for (const [id, fields] of index.catalogue.fields) {
    await db.exec(`CREATE TABLE "${id}" (${fields.map((field) => `"${field.id}" ${field.type}`).join(', ')})`)
  }
})

afterAll(() => db.close())

/** Errors about the name that was put in: it is unknown, ambiguous or can't stand there. What the rest of a statement lacks without its word is no fault. */
const BLAMED: ReadonlySet<string> = new Set(['42703', '42702', '42P01', '42P20', '42809', '0A000', '42P09'])

test.each(STATEMENTS)('Nothing that is offered in place of a word of %s makes it fail', async (statement) => {
  const wrong: string[] = []
  for (const { kind: token, start, end } of tokensOf(statement)) {
    if (token !== 'word' && token !== 'name') continue
    const text = statement.slice(0, start) + statement.slice(end)
    const { items, range } = completionsAt(text, start, index)
    const functions = items.filter(({ kind }) => kind === 'function')
    for (const item of items) {
      const { kind, insert } = item
      if (kind === 'function' && functions.indexOf(item) > 5) continue
      const begun = text.slice(0, range.start) + insert
      const parsed = await parseSql(begun)
      if (parsed.outcome === 'syntax error' && !/at end of input|unterminated/.test(parsed.message)) wrong.push(begun)
      if (!/^(?:table|cte|column)$/.test(kind)) continue
      const error = await db.query(`EXPLAIN ${begun}${text.slice(range.end)}`).then(
        () => null,
        (error: { code?: string; message?: string }) => error,
      )
      const name = insert.replace(/^.*\.|"/g, '').replaceAll('"', '')
      if (error && BLAMED.has(error.code ?? '') && error.message?.includes(name))
        wrong.push(`${begun}: ${error.message}`)
    }
  }
  expect(wrong).toEqual([])
})

test('No text makes it fail, wherever the cursor is', () => {
  const words = [...new Set(STATEMENTS.flatMap((statement) => statement.split(/(?=[\s(),."'])|(?<=[(.])/)))]
  const pieces = array(
    constantFrom(...words, ' ', '(', ')', '[', ']', ';', '"', "'", '/*', '--', '$$', '{{', '.', '::', '\n'),
    { maxLength: 40 },
  )
  assert(
    property(pieces, nat(), (parts, place) => {
      const text = parts.join('')
      const cursor = place % (text.length + 1)
      const { range } = completionsAt(text, cursor, index)
      expect(range.start).toBeLessThanOrEqual(cursor)
      expect(range.end).toBeGreaterThanOrEqual(cursor)
    }),
    { numRuns: Number(process.env['ROWAN_FUZZ_RUNS'] ?? 3000) },
  )
})
