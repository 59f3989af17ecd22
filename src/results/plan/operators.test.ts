import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyRow, openEveryType, WAYS, type EveryType, type ForcedWay } from '../../../e2e/support/everyType.ts'
import { NeverAskedError, openCkan, recordedCkan, runningCkans } from '../../../e2e/support/everyTypeOnCkan.ts'
import { HAND_WRITTEN } from '../../../e2e/support/handWritten.ts'
import { generatedRuns } from '../../../e2e/support/longForm.ts'
import { openPglite, openPostgres, postgresUrl } from '../../../e2e/support/testDatabases.ts'
import { all as operators } from '../../query/operators/all.ts'
import { wholeTable, type Where } from '../../query/query.ts'
import { routeOf } from '../../query/route.ts'
import { conditionsOf } from '../../query/where.ts'

const servers: readonly (readonly [string, () => Promise<EveryType>])[] = [
  ['PGlite', () => openEveryType(openPglite)],
  ...(postgresUrl === null
    ? []
    : [['PostgreSQL', () => openEveryType(() => openPostgres(postgresUrl ?? ''))] as const]),
  ...runningCkans.map((ckan) => [ckan.name, () => openCkan(ckan)] as const),
]

/** What all records match, and only this way can say. */
const FORCING: Readonly<Record<ForcedWay, readonly Where[]>> = {
  filters: [],
  ranges: [{ id: '', field: '_id', op: 'atLeast', values: ['0'] }],
  sql: [{ id: '', field: '_id', op: 'isNotNull', values: [] }],
}

/** A tree, the same written by hand, and the ways that can say it. */
interface Tree {
  readonly where: Where
  readonly sql: string
  readonly ways: readonly ForcedWay[]
}

const atoms: fc.Arbitrary<Tree> = fc.constantFrom(...HAND_WRITTEN).chain(({ condition, sql, ways }) =>
  fc.constantFrom<Tree>(
    { where: condition, sql, ways },
    { where: condition, sql, ways },
    // What is off is left out of its group, which an empty text stands for.
    { where: { ...condition, off: true }, sql: '', ways: WAYS },
  ),
)

const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; group: Tree }>((tie) => ({
  group: fc
    .record({
      parts: fc.array(tie('tree'), { maxLength: 4 }),
      join: fc.constantFrom('all', 'any'),
      flag: fc.constantFrom('', '', 'not', 'off'),
    })
    .map(({ parts, join, flag }) => groupOf(parts, join, flag)),
  tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, atoms, tie('group')),
})).group

function groupOf(parts: readonly Tree[], join: string, flag: string): Tree {
  const wheres = parts.map(({ where }) => where)
  const flags = { ...(flag === 'not' ? { not: true as const } : {}), ...(flag === 'off' ? { off: true as const } : {}) }
  const where: Where = join === 'all' ? { all: wheres, ...flags } : { any: wheres, ...flags }
  const active = parts.map(({ sql }) => sql).filter((sql) => sql !== '')
  if (flag === 'off' || active.length === 0) return { where, sql: '', ways: WAYS }
  const sql = `(${active.join(join === 'all' ? ' and ' : ' or ')})`
  const ways = WAYS.filter((way) => parts.every((part) => part.ways.includes(way)))
  if (flag === 'not') return { where, sql: `(not coalesce(${sql}, false))`, ways: ['sql'] }
  // `filters` can say neither one or the other, nor two things of one field at once.
  const fields = conditionsOf(where).map(({ field }) => field)
  const isPlain = (join === 'all' || active.length === 1) && new Set(fields).size === fields.length
  return { where, sql, ways: isPlain ? ways : ways.filter((way) => way !== 'filters') }
}

test('every operator is proven, with null and without', () => {
  const proven = new Set(HAND_WRITTEN.map(({ condition: { op } }) => op))
  const known = new Set(HAND_WRITTEN.flatMap(({ condition: { op, withoutNull } }) => (withoutNull ? [op] : [])))
  // Those that depend on the day become `isIn` and `isNotIn` before anything is asked.
  const asked = operators.filter(({ onDay }) => onDay === undefined)
  expect(asked.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([])
  expect(asked.filter(({ id, keepsNull }) => keepsNull === true && !known.has(id))).toEqual([])
})

describe.each(servers)('on %s the page gets the rows of the SQL written by hand', (_, open) => {
  let table: EveryType

  beforeAll(async () => {
    table = await open()
  })
  afterAll(() => table.drop())

  const idsWhere = async (condition: string) =>
    (await table.rowsOf(`select _id from TABLE where ${condition} order by _id`)).map(([id]) => id)

  /** The `_id`s that come for a tree that way. */
  async function idsBy(way: ForcedWay, where: Where): Promise<readonly (string | undefined)[]> {
    const query = { ...wholeTable(table.resource), columns: ['_id'], where: { all: [...FORCING[way], where] } }
    const client = table.client(way)
    expect(routeOf(query, client.profile.get())).toBe(way)
    return (await everyRow(client, query)).map(([id]) => id)
  }

  test.each(HAND_WRITTEN.map((each) => [`${JSON.stringify(each.condition)} is ${each.sql}`, each] as const))(
    '%s',
    async (_name, { condition, sql, ways }) => {
      if (table.lacks.has(condition.field)) return
      const ids = await idsWhere(sql)
      for (const way of table.ways) {
        const query = { ...wholeTable(table.resource), where: { all: [...FORCING[way], condition] } }
        const isSaid = routeOf(query, table.client(way).profile.get()) === way
        expect(isSaid, way).toBe(ways.includes(way))
        if (isSaid) expect(await idsBy(way, condition), way).toEqual(ids)
      }
    },
  )

  test('for generated trees', { timeout: 600_000 }, async () => {
    const all = await idsWhere('true')
    await fc.assert(
      fc.asyncProperty(
        trees.filter(({ where }) => conditionsOf(where).every(({ field }) => !table.lacks.has(field))),
        async ({ where, sql, ways }) => {
          const ids = sql === '' ? all : await idsWhere(sql)
          for (const way of table.ways.filter((each) => ways.includes(each))) {
            expect(await idsBy(way, where), way).toEqual(ids)
          }
        },
      ),
      { numRuns: generatedRuns(160) },
    )
  })
})

describe('CKAN as it answered', () => {
  const saidHere = HAND_WRITTEN.filter(({ condition: { field } }) => field !== 'at :m?')
  let truth: EveryType
  let expected: readonly (readonly string[])[]

  beforeAll(async () => {
    truth = await openEveryType(openPglite)
    const lists = saidHere.map(({ sql }, at) => `array_agg(_id order by _id) filter (where ${sql}) as c${at}`)
    const [ids = []] = await truth.rowsOf(`select ${lists.join()} from TABLE`)
    expected = ids.map((list) => list?.slice(1, -1).split(',') ?? [])
  })
  afterAll(() => truth.drop())

  /** The `_id`s that came for a condition; null if that CKAN was never asked in these words. */
  async function recordedIds(table: EveryType, way: ForcedWay, condition: Where) {
    const where = { all: [...FORCING[way], condition] }
    try {
      const rows = await everyRow(table.client(way), { ...wholeTable(table.resource), columns: ['_id'], where })
      return rows.map(([id]) => id)
    } catch (error) {
      if (error instanceof NeverAskedError) return null
      throw error
    }
  }

  test.each([
    // These run nowhere any more. What the page asks in other words since then, or asked of no CKAN then, is left out.
    ['ckan-2.9.11', 271, 297],
    ['ckan-2.10.8', 271, 297],
    ['ckan-2.11.6', 297, 297],
  ])('%s was asked %i of %i conditions as they are asked now, and its answers are read as they mean', async (...is) => {
    const [name] = is
    const table = recordedCkan(name, (statement) => truth.rowsOf(statement))
    const all = saidHere.flatMap(({ condition, ways }, at) =>
      table.ways.filter((each) => ways.includes(each)).map((way) => ({ condition, way, ids: expected[at] })),
    )
    let asked = 0
    for (const { condition, way, ids } of all) {
      const came = await recordedIds(table, way, condition)
      if (came === null) continue
      asked += 1
      expect([condition, way, came]).toEqual([condition, way, ids])
    }
    expect([name, asked, all.length]).toEqual(is)
  })
})
