import { expect, test } from 'vitest'
import { admittedSyntax } from './admittedSyntax.ts'
import { examineSelect } from './examineSelect.ts'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import { Refusal } from '../refusal.ts'
import { Objection } from './objection.ts'
import { parseSql } from '../../parser/parseSql.ts'
import { isRecord } from './syntaxNode.ts'

/** Uses every kind of node that is admitted. */
const manyKinds = `
  with recursive r(a) as materialized (
    select 1 union select a + 1 from r where a < 3
  ) search depth first by a set o cycle a set c to true default false using p
  select distinct on (t.a) t.*, -t.a as minus, 1.5, true, null, 'x' || E'y', b'01', row(1, 2), array[1, 2], (array[1])[1:2],
    case t.a when 1 then 2 else 3 end, coalesce(t.a, 1), greatest(t.a, 2), t.a is null, t.b is not true, not t.b and t.b,
    t.a between 1 and 2, t.a in (1, 2), t.a = any (array[1]), exists (select 1), t.a::numeric(6, 2), t.c collate "C",
    count(*) filter (where t.b) over (w rows between 1 preceding and current row), grouping(t.a), current_date,
    percentile_cont(0.5) within group (order by t.a using <), make_interval(days => 3),
    json_object('a' value 1 returning jsonb), json_array(1, 2), json_array(select 1), json_objectagg('a' value 1),
    json_arrayagg(t.a order by t.a), json_scalar(1), json('1'), json_serialize('1' returning text), t.c is json,
    json_value(t.c, '$.x' passing 1 as y default 'z' on empty)
  from t tablesample bernoulli (10) repeatable (1)
  join (values (1, 2)) as v(a, b) using (a)
  cross join lateral rows from (generate_series(1, t.a), unnest(t.d)) with ordinality as g(x, y, z)
  cross join json_populate_record(t, '{}') as p(x int)
  left join json_table(t.c, '$' columns (n for ordinality, x int path '$.x')) as j on true
  where t.a > 1 group by grouping sets ((t.a), ()), rollup (t.b) having count(*) > 1
  window w as (partition by t.a order by t.b desc nulls last)
  order by 1 limit 10 offset 2`

async function treeOf(sql: string): Promise<unknown> {
  const parsed = await parseSql(sql)
  if (parsed.outcome !== 'tree') throw new Error(JSON.stringify(parsed))
  const statements = isRecord(parsed.tree) && Array.isArray(parsed.tree['stmts']) ? parsed.tree['stmts'] : []
  const first: unknown = statements[0]
  return isRecord(first) ? first['stmt'] : undefined
}

/** Every object of a tree, the root too. */
function objectsOf(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf)
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsOf)] : []
}

/** Puts other members into each object of the tree in turn (`change` gives them, or null), and tells what came of it. */
function examineChanged(tree: unknown, change: (entries: [string, unknown][]) => object | null): string[] {
  return objectsOf(tree).flatMap((object) => {
    const original = Object.entries(object)
    const members = change(original)
    if (members === null) return []
    replaceMembers(object, members)
    try {
      examineSelect(tree, sqlFunctions)
      return [`admitted: ${JSON.stringify(object).slice(0, 200)}`]
    } catch (error) {
      return [error instanceof Objection ? 'objection' : String(error)]
    } finally {
      replaceMembers(object, Object.fromEntries(original))
    }
  })
}

function replaceMembers(object: object, members: object): void {
  for (const member of Object.keys(object)) Reflect.deleteProperty(object, member)
  Object.assign(object, members)
}

/** The one member of a wrapped node, whose name is its kind. */
function nodeOf(entries: [string, unknown][]): [string, unknown] | null {
  const [entry, ...others] = entries
  return entry !== undefined && others.length === 0 && admittedSyntax.has(entry[0]) ? entry : null
}

test('The statement that has every kind of node is admitted', async () => {
  const tree = await treeOf(manyKinds)
  expect([...examineSelect(tree, sqlFunctions).tables.keys()]).toEqual(['t'])
  const seen = new Set(objectsOf(tree).flatMap((object) => Object.keys(object)))
  const kinds = ['SelectStmt', 'CommonTableExpr', 'RangeFunction', 'JsonTable', 'A_Indirection', 'FuncCall', 'TypeCast']
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([])
})

test('An unknown member is refused, wherever it stands', async () => {
  const outcomes = examineChanged(await treeOf(manyKinds), (entries) => ({
    ...Object.fromEntries(entries),
    surprise: { A_Const: { isnull: true } },
  }))
  expect(outcomes.length).toBeGreaterThan(400)
  expect(new Set(outcomes)).toEqual(new Set(['objection']))
})

test('An unknown kind of node is refused, wherever it stands', async () => {
  const outcomes = examineChanged(await treeOf(manyKinds), (entries) => {
    const node = nodeOf(entries)
    return node && { Surprise: node[1] }
  })
  expect(outcomes.length).toBeGreaterThan(200)
  expect(new Set(outcomes)).toEqual(new Set(['objection']))
})

test('A node that the parser could not write down is refused', async () => {
  const outcomes = examineChanged(await treeOf(manyKinds), (entries) => nodeOf(entries) && {})
  // Alone in a DISTINCT, nothing is what a plain DISTINCT has.
  expect(outcomes.filter((outcome) => outcome !== 'objection')).toEqual(['admitted: {}'])
})

test('Members of JavaScript objects are no members of nodes', () => {
  const odd: unknown = JSON.parse('{"SelectStmt": {"__proto__": {"targetList": []}}}')
  expect(() => examineSelect(odd, sqlFunctions)).toThrow(Objection)
  expect(() => examineSelect({ constructor: {} }, sqlFunctions)).toThrow(Objection)
  expect(() => examineSelect({ SelectStmt: { toString: 'x' } }, sqlFunctions)).toThrow(Objection)
})

test.each([[null], [1], ['SelectStmt'], [[]], [{}], [{ SelectStmt: null }], [{ SelectStmt: {}, InsertStmt: {} }]])(
  'What is no node is refused: %j',
  (tree) => {
    expect(() => examineSelect(tree, sqlFunctions)).toThrow(Objection)
  },
)

test('A tree that is too deep ends with a word, not with the stack', () => {
  let node: unknown = { A_Const: { isnull: true } }
  for (let level = 0; level < 100_000; level += 1) node = { NullTest: { arg: node } }
  expect(() => examineSelect({ SelectStmt: { whereClause: node } }, sqlFunctions)).toThrow(Refusal)
})
