import { expect, test } from 'vitest'
import { indexCatalogue } from '../completion/catalogue.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { addToGroupBy } from './addToGroupBy.ts'
import { definitionAt } from './definitionAt.ts'
import { applyEdits } from '../textEdit.ts'
import type { Edited } from './edit.ts'
import { expandStar } from './expandStar.ts'
import { formatText } from './format.ts'
import { qualifyColumn, qualifyColumns } from './qualifyColumns.ts'
import { renameableAt, renameAt } from './renameAt.ts'

const TREES = 'b3b2c6f0-1111-4222-8333-444455556666'
const T = `"${TREES}"`

const field = (id: string, type = 'text') => ({ id, type, label: null })

const index = indexCatalogue({
  tables: [TREES, 'streets', 'unseen'].map((id) => {
    return { id, title: id, dataset: null, aliases: [], takesNames: false }
  }),
  fields: new Map([
    [TREES, [field('_id', 'int4'), field('species'), field('Height m', 'numeric'), field('street', 'int4')]],
    ['streets', [field('_id', 'int4'), field('name'), field('order')]],
  ]),
  missing: new Set(),
  rows: new Map(),
  values: new Map(),
  functions: functionsOf(lines),
  allowed: null,
  refusedWords: new Set(),
})

/** The text that comes out, or the code of the refusal. */
function outcome(text: string, edited: Edited): string {
  return 'edits' in edited ? applyEdits(text, edited.edits) : `! ${edited.refused.code}`
}

type Edit = (text: string, cursor: number) => Promise<Edited>

function made(marked: string, edit: Edit): Promise<string> {
  const text = marked.replace('|', '')
  return edit(text, marked.indexOf('|')).then((edited) => outcome(text, edited))
}

/** The text before, with the cursor as `|`; what becomes of it, or `!` and why nothing does. */
type Cases = readonly (readonly [marked: string, after: string])[]

const stars: Cases = [
  [`SELECT |* FROM ${T}`, `SELECT _id, species, "Height m", street FROM ${T}`],
  [`SELECT *| FROM streets`, `SELECT _id, name, "order" FROM streets`],
  [`SELECT 1, s.*| FROM streets s`, `SELECT 1, s._id, s.name, s."order" FROM streets s`],
  [`SELECT |s.* FROM streets s`, `SELECT s._id, s.name, s."order" FROM streets s`],
  [
    `SELECT |* FROM streets a, streets b`,
    `SELECT a._id, a.name, a."order", b._id, b.name, b."order" FROM streets a, streets b`,
  ],
  [
    `SELECT |* FROM streets a JOIN streets b USING (_id)`,
    `SELECT _id, a.name, a."order", b.name, b."order" FROM streets a JOIN streets b USING (_id)`,
  ],
  [
    `WITH c(x) AS (SELECT name, "order" FROM streets) SELECT |* FROM c`,
    `WITH c(x) AS (SELECT name, "order" FROM streets) SELECT x, "order" FROM c`,
  ],
  [
    `SELECT |* FROM (SELECT name AS "Nice Name", 1 FROM streets) q`,
    `SELECT "Nice Name", "?column?" FROM (SELECT name AS "Nice Name", 1 FROM streets) q`,
  ],
  [
    `SELECT |* FROM ${T} AS a_long_name, streets AS another_name`,
    `SELECT a_long_name._id, a_long_name.species, a_long_name."Height m", a_long_name.street,
       another_name._id, another_name.name, another_name."order" FROM ${T} AS a_long_name, streets AS another_name`,
  ],
  [`SELECT |* FROM unseen`, '! star'],
  [`SELECT |* FROM nothing_known`, '! star'],
  [`SELECT |* FROM (SELECT 1 AS a, 2 AS a) q`, '! ambiguous'],
  [`SELECT count(|*) FROM streets`, '! elsewhere'],
  [`SELECT 2 |* 3`, '! elsewhere'],
  [`SELECT |* FROM streets WHERE`, '! unfinished'],
]

test.each(stars)('Expanding %s', async (marked, after) => {
  expect(await made(marked, (text, cursor) => expandStar(text, cursor, index))).toBe(after)
})

const renames: readonly (readonly [marked: string, to: string, after: string])[] = [
  ['SELECT |s.name FROM streets s WHERE s._id = 1', 'x', 'SELECT x.name FROM streets x WHERE x._id = 1'],
  ['SELECT s.name FROM streets AS s|', 'My s', 'SELECT "My s".name FROM streets AS "My s"'],
  ['SELECT s.name FROM streets s|', 'Select', 'SELECT "Select".name FROM streets "Select"'],
  ['SELECT s.name FROM streets s|', 'select', 'SELECT "select".name FROM streets "select"'],
  [
    'SELECT s.name, (SELECT s._id FROM streets s LIMIT 1) FROM streets |s',
    'x',
    'SELECT x.name, (SELECT s._id FROM streets s LIMIT 1) FROM streets x',
  ],
  ['SELECT s.name, (SELECT max(x._id) FROM streets x WHERE x.name = s.name) FROM streets |s', 'x', '! taken'],
  ['SELECT s.name FROM streets |s, streets x', 'x', '! taken'],
  [
    'WITH |a AS (SELECT 1 AS n) SELECT a.n FROM a JOIN a b ON b.n = a.n',
    'c',
    'WITH c AS (SELECT 1 AS n) SELECT c.n FROM c JOIN c b ON b.n = c.n',
  ],
  [
    'WITH a AS (SELECT 1 AS n), b AS (SELECT n FROM |a) SELECT * FROM b',
    'c',
    'WITH c AS (SELECT 1 AS n), b AS (SELECT n FROM c) SELECT * FROM b',
  ],
  ['WITH a AS (SELECT 1 AS n), b AS (SELECT n FROM |a) SELECT * FROM b', 'b', '! taken'],
  ['WITH |a AS (SELECT 1 AS n) SELECT a.n, s.name FROM a, streets s', 'streets', '! taken'],
  [
    'WITH a AS (SELECT 1 AS x), b AS (WITH a AS (SELECT 2 AS x) SELECT x FROM a) SELECT * FROM |a, b',
    'c',
    'WITH c AS (SELECT 1 AS x), b AS (WITH a AS (SELECT 2 AS x) SELECT x FROM a) SELECT * FROM c, b',
  ],
  [
    'SELECT upper(name) AS |big FROM streets ORDER BY big',
    'large',
    'SELECT upper(name) AS large FROM streets ORDER BY large',
  ],
  ['SELECT upper(name) AS big FROM streets GROUP BY |big', 'name', '! taken'],
  ['SELECT upper(name) AS big, 1 AS one FROM streets ORDER BY |big', 'one', '! taken'],
  [
    'WITH m AS (SELECT name AS |n FROM streets) SELECT n, m.n AS other FROM m WHERE n > {{least}}',
    'street',
    'WITH m AS (SELECT name AS street FROM streets) SELECT street, m.street AS other FROM m WHERE street > {{least}}',
  ],
  [
    'WITH m(|n) AS (SELECT name FROM streets), o AS (SELECT n FROM m) SELECT o.n FROM o',
    'k',
    'WITH m(k) AS (SELECT name FROM streets), o AS (SELECT k FROM m) SELECT o.k FROM o',
  ],
  [
    'SELECT |v FROM generate_series(1, 3) AS g(v) WHERE v > 1',
    'w',
    'SELECT w FROM generate_series(1, 3) AS g(w) WHERE w > 1',
  ],
  ['SELECT * FROM (SELECT name AS |n FROM streets) a JOIN (SELECT 1 AS n) b USING (n)', 'm', '! joined'],
  ['SELECT |name FROM streets', 'title', '! given'],
  ['SELECT |streets.name FROM streets', 's', '! given'],
  ['SELECT |count(*) FROM streets', 'n', '! elsewhere'],
  ['SELECT u FROM unseen |u', 'v', '! fields'],
  ['SELECT u.* FROM unseen |u', 'v', 'SELECT v.* FROM unseen v'],
  ['SELECT name AS |n FROM unseen ORDER BY n', 'm', 'SELECT name AS m FROM unseen ORDER BY m'],
  ['SELECT name AS |n FROM unseen GROUP BY n', 'm', '! fields'],
  ['SELECT 1 AS |n', 'n', '! nothing'],
  ['SELECT 1 AS |n FROM', 'm', '! unfinished'],
  ['SELECT {{|low}} + {{ low }}; SELECT {{low}} FROM', 'least', 'SELECT {{least}} + {{least}}; SELECT {{least}} FROM'],
  ['SELECT {{low|}}, {{high}}', 'high', '! taken'],
  ['SELECT {{|low}}', 'a }} b', '! badName'],
  ["SELECT '{{|low}}'", 'least', '! elsewhere'],
  ['DELETE FROM streets |s WHERE s._id = 1', 'x', '! unusual'],
]

test.each(renames)('Renaming in %s to %s', async (marked, to, after) => {
  expect(await made(marked, (text, cursor) => renameAt(text, cursor, to, index))).toBe(after)
})

test('What would be renamed is told before, or why nothing can be', async () => {
  const text = 'SELECT s.name, {{ low }} FROM streets AS "s"'
  expect(await renameableAt(text, 7, index)).toEqual({ renameable: { start: 7, end: 8, name: 's' } })
  expect(await renameableAt(text, 17, index)).toEqual({ renameable: { start: 15, end: 24, name: 'low' } })
  expect(await renameableAt(text, 11, index)).toMatchObject({ refused: { code: 'given', name: 'name' } })
})

const columns: Cases = [
  ['SELECT |name FROM streets s WHERE name > _id::text', 'SELECT s.name FROM streets s WHERE s.name > s._id::text'],
  [
    `SELECT species, |name, "order" FROM ${T} t JOIN streets AS "S" ON "S"._id = street ORDER BY species`,
    `SELECT t.species, "S".name, "S"."order" FROM ${T} t JOIN streets AS "S" ON "S"._id = t.street ORDER BY species`,
  ],
  [
    'SELECT n AS name FROM (SELECT |name AS n FROM streets) q',
    'SELECT n AS name FROM (SELECT streets.name AS n FROM streets) q',
  ],
  ['SELECT |_id FROM streets a, streets b', '! ambiguous'],
  ['SELECT |_id, title FROM unseen u, streets s', '! fields'],
  ['SELECT |a.name FROM streets a', '! nothing'],
  ['SELECT |_id, a.name FROM streets a JOIN streets b USING (_id)', '! nothing'],
  ['SELECT |a FROM streets a ORDER BY 1', '! nothing'],
]

test.each(columns)('Qualifying all columns of %s', async (marked, after) => {
  expect(await made(marked, (text, cursor) => qualifyColumns(text, cursor, index))).toBe(after)
})

test('One column alone is qualified where the cursor is', async () => {
  const one: Edit = (text, cursor) => qualifyColumn(text, cursor, index)
  expect(await made('SELECT name, "or|der" FROM streets s', one)).toBe('SELECT name, s."order" FROM streets s')
  expect(await made('SELECT name |FROM streets s', one)).toBe('! elsewhere')
})

const groups: Cases = [
  ['SELECT |name, count(*) FROM streets', 'SELECT name, count(*) FROM streets GROUP BY name'],
  [
    `SELECT |species, street AS s, avg("Height m") FROM ${T} WHERE street > 1 GROUP BY species ORDER BY 1`,
    `SELECT species, street AS s, avg("Height m") FROM ${T} WHERE street > 1 GROUP BY species, street ORDER BY 1`,
  ],
  [
    `SELECT |upper(name), "order" || 'x' AS o, count(*) FROM streets HAVING count(*) > 1`,
    `SELECT upper(name), "order" || 'x' AS o, count(*) FROM streets GROUP BY upper(name), "order" || 'x' HAVING count(*) > 1`,
  ],
  [
    'SELECT |s._id + count(*), {{x}}, name FROM streets s GROUP BY 3',
    'SELECT s._id + count(*), {{x}}, name FROM streets s GROUP BY 3, s._id',
  ],
  [
    'SELECT\n  |name,\n  count(*)\nFROM streets -- all\nORDER BY 1',
    'SELECT\n  name,\n  count(*)\nFROM streets\nGROUP BY name -- all\nORDER BY 1',
  ],
  ['SELECT |name, count(*) FROM streets GROUP BY name', '! nothing'],
  ['SELECT |name FROM streets', '! notGrouped'],
  ['SELECT |*, count(*) FROM streets', '! starFirst'],
  ['SELECT |name, _id, count(*) FROM streets GROUP BY ROLLUP (name)', '! groupingSets'],
  ['SELECT (SELECT max(name) FROM streets), |name FROM streets', '! notGrouped'],
  [
    'SELECT name, (SELECT |_id + max(b._id) FROM streets b) FROM streets',
    'SELECT name, (SELECT _id + max(b._id) FROM streets b GROUP BY _id) FROM streets',
  ],
]

test.each(groups)('Adding to GROUP BY in %s', async (marked, after) => {
  expect(await made(marked, (text, cursor) => addToGroupBy(text, cursor, index))).toBe(after)
})

const definitions: Cases = [
  ['WITH c AS (SELECT upper(name) AS n FROM streets) SELECT |n FROM c', 'upper(name) AS n'],
  ['WITH c AS (SELECT upper(name) AS n FROM streets), d AS (SELECT * FROM c) SELECT d.|n FROM d', 'upper(name) AS n'],
  ['WITH c AS (SELECT 1 AS n) SELECT x.n FROM |c AS x', 'c'],
  ['SELECT |s.name FROM streets AS s', 's'],
  ['SELECT |streets.name FROM streets', 'streets'],
  ['SELECT upper(name) AS n FROM streets ORDER BY |n', 'upper(name) AS n'],
  ['SELECT |name FROM streets', '! given'],
  ['SELECT |title FROM unseen', '! fields'],
  ['SELECT |1', '! elsewhere'],
  ['SELECT {{|low}} FROM', '{{low}}'],
]

test.each(definitions)('Where the name in %s is defined', async (marked, after) => {
  const text = marked.replace('|', '')
  const found = await definitionAt(text, marked.indexOf('|'), index)
  if ('parameter' in found) expect(`{{${found.parameter}}}`).toBe(after)
  else expect('place' in found ? text.slice(found.place.start, found.place.end) : `! ${found.refused.code}`).toBe(after)
})

test('Tables whose fields would help are named', async () => {
  expect(await expandStar('SELECT * FROM unseen', 7, index)).toMatchObject({ wanted: ['unseen'] })
  expect(await qualifyColumns('SELECT title FROM unseen, streets', 7, index)).toMatchObject({
    refused: { code: 'fields', name: 'title' },
    wanted: ['unseen'],
  })
})

const formats: Cases = [
  ['select 1|', 'SELECT 1'],
  [
    `select a.name , count( * ) n from streets a left join ${T} t on t.street=a._id where a.name like {{start}} and t.species in ({{ kinds }}) group by 1 order by n desc limit 10`,
    `SELECT a.name, count(*) n
FROM
  streets a
  LEFT JOIN ${T} t ON t.street = a._id
WHERE
  a.name LIKE {{start}}
  AND t.species IN ({{ kinds }})
GROUP BY 1
ORDER BY n DESC
LIMIT 10`,
  ],
  [
    'with c as (select name from streets where name is not null) select year, Name, left(name,2), date from c',
    `WITH
  c AS (SELECT name FROM streets WHERE name IS NOT NULL)
SELECT year, Name, left(name, 2), date
FROM c`,
  ],
  ["select 'a  b', $q$ x\n  y$q$, E'\\n' from streets", "SELECT\n  'a  b',\n  $q$ x\n  y$q$,\n  E'\\n'\nFROM streets"],
  ['select 1; select 2', 'SELECT 1;\n\nSELECT 2'],
  ['-- first\nselect 1 -- last', '-- first\nSELECT 1 -- last'],
  ['select /* a */ 1 -- b\n , 2', 'SELECT\n  /* a */\n  1 -- b\n,\n  2'],
  ['explain select 1', 'EXPLAIN\nSELECT 1'],
  ['SELECT 1', '! nothing'],
  ['select name from streets where', '! unfinished'],
  ["select 'open", '! unfinished'],
  ['select (1', '! unfinished'],
  ['select {{open', '! unfinished'],
  ['select 1; select from where', 'SELECT 1; select from where'],
]

test.each(formats)('Formatting %s', async (marked, after) => {
  expect(await made(marked, (text) => formatText(text, null))).toBe(after)
})

test('A statement that would take the formatter long stays as it is', async () => {
  const text = `select ${'1, '.repeat(40_000)}1`
  expect(await formatText(text, null)).toEqual({ refused: { code: 'tooLong' }, wanted: [] })
})

test('Formatting only one statement leaves the others, and says which stayed', async () => {
  const text = 'select 1; select 2; select from where'
  expect(outcome(text, await formatText(text, 10))).toBe('select 1;\n\nSELECT 2; select from where')
  expect(await formatText(text, null)).toMatchObject({ stayed: { code: 'unfinished' } })
})
