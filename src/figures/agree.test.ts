import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedByCkan } from '../../e2e/support/ckanStatements.ts'
import {
  canonical,
  comparable,
  comparedAnswer,
  comparedHand,
  plain,
  summariesByHand,
} from '../../e2e/support/comparedSummaries.ts'
import { openEveryType, type EveryType } from '../../e2e/support/everyType.ts'
import { openCkan, runningCkans } from '../../e2e/support/everyTypeOnCkan.ts'
import { generatedSummaries, type GeneratedSummary } from '../../e2e/support/generatedSummaries.ts'
import {
  beyondByHand,
  countsByHand,
  facetByHand,
  yearsByHand,
  periodByHand,
  profileByHand,
  PROFILED,
  valuesByHand,
} from '../../e2e/support/handProfiles.ts'
import { isLong } from '../../e2e/support/longForm.ts'
import { openPglite, openPostgres, postgresUrl } from '../../e2e/support/testDatabases.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import type { Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { wholeTable } from '../query/query.ts'
import type { Figures } from '../summary/figures.ts'
import type { Summary } from '../summary/summary.ts'
import { figuresOf } from './figuresOf.ts'
import { hasYears } from './yearFacet.ts'

const servers = [
  ['PGlite', () => openEveryType(openPglite)] as const,
  ...(postgresUrl === null
    ? []
    : [['PostgreSQL', () => openEveryType(() => openPostgres(postgresUrl ?? ''))] as const]),
  ...runningCkans.map((ckan) => [ckan.name, () => openCkan(ckan)] as const),
]

/** Generated summaries on each engine: a thousand in `npm run long`. */
const SUMMARIES = isLong ? 1000 : 60

describe.each(servers)('on %s', (_, open) => {
  let table: EveryType
  let client: ActionClient
  let fields: readonly Field[]
  const sent: string[] = []

  beforeAll(async () => {
    table = await open()
    const own = table.client('sql')
    client = {
      ...own,
      sql: (sql, options) => {
        sent.push(sql)
        return own.sql(sql, options)
      },
    }
    fields = (await client.search({ resource_id: table.resource, limit: 0 })).answer.fields
  })
  afterAll(() => table.drop())

  function figures(asked: GeneratedSummary['asked']): Figures {
    const query = { ...wholeTable(table.resource), ...asked }
    return figuresOf({ client, query, fields, answer: null })
  }

  /** Whether all that is asked about is in the table. */
  const isThere = (asked: GeneratedSummary) => ![...table.lacks].some((name) => JSON.stringify(asked).includes(name))

  test('summaries agree with SQL written by hand', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(generatedSummaries.filter(isThere), async ({ summary, asked, base }) => {
        const answer = await figures(asked).summary(summary)
        const expected = await summariesByHand(table, summary, base)
        expect(comparedAnswer(answer, summary)).toEqual(comparedHand(expected, summary.figures))
        expect(answer.coverage).toEqual({ kind: 'all' })
      }),
      { numRuns: SUMMARIES },
    )
  })

  test('distributions agree with SQL written by hand', async () => {
    for (const field of fields) {
      const told = await figures(EVERYTHING).distribution(field)
      const name = `"${field.id}"`
      const [[records, nulls] = []] = await table.rowsOf(
        `select count(*), sum((${name} is null)::int)::text from TABLE`,
      )
      expect([told.records, told.nulls], field.id).toEqual([Number(records), Number(nulls)])
      if (told.shape.kind === 'bars') {
        const { bars } = told.shape
        expect(bars.counts, field.id).toEqual(await countsByHand(table, field, bars))
        const drawn = bars.counts.reduce((sum, count) => sum + count, bars.beside)
        expect(drawn, field.id).toBe(told.records - told.nulls)
      } else {
        expect(told.shape, field.id).toEqual(await valuesByHand(table, field))
      }
    }
  })

  test('the nulls of all fields are counted at once', async () => {
    const told = await figures(EVERYTHING).nulls(fields)
    const nulls = fields.map(({ id }) => `sum(("${id}" is null)::int)::text`).join(', ')
    const [[records, ...expected] = []] = await table.rowsOf(`select count(*), ${nulls} from TABLE`)
    expect([told.records, told.coverage]).toEqual([Number(records), { kind: 'all' }])
    expect([...told.nulls]).toEqual(fields.map(({ id }, place) => [id, Number(expected[place])]))
  })

  test('distributions in the steps of others hold the same records', async () => {
    const some = { ...EVERYTHING, where: { all: [{ id: '', field: '_id', op: 'atMost', values: ['100'] }] } }
    const first = {
      rowsOf: (sql: string) => table.rowsOf(sql.replaceAll('TABLE', '(select * from TABLE where _id <= 100) t')),
    }
    for (const field of fields) {
      const whole = await figures(EVERYTHING).distribution(field)
      const told = await figures(some).distribution(field, { like: whole })
      const [[nulls] = []] = await first.rowsOf(`select count(*) from TABLE where "${field.id}" is null`)
      expect([told.records, told.nulls], field.id).toEqual([100, Number(nulls)])
      if (whole.shape.kind === 'bars' && told.shape.kind === 'bars') {
        const { bars } = told.shape
        expect({ ...bars, counts: [], beside: 0 }).toEqual({ ...whole.shape.bars, counts: [], beside: 0 })
        expect(bars.counts, field.id).toEqual(await countsByHand(first, field, bars))
        expect(bars.counts.reduce((sum, count) => sum + count, bars.beside)).toBe(100 - told.nulls)
      } else if (whole.shape.kind === 'values' && told.shape.kind === 'values') {
        const { values } = await facetByHand(first, field, '', 1000, 'value')
        const counts = new Map(values.map(({ value, count }) => [value, count]))
        const expected = whole.shape.values.map(({ value }) => ({ value, count: counts.get(value) ?? 0 }))
        expect(told.shape.values, field.id).toEqual(expected)
      } else expect(told.shape.kind, field.id).toBe(whole.shape.kind)
    }
  })

  test('profiles agree with SQL written by hand', async () => {
    for (const field of fields) {
      const { distribution: _distribution, farOut, periods, ...told } = await figures(EVERYTHING).profile(field)
      const expected = await profileByHand((sql) => table.rowsOf(sql), field)
      expect(told.missing, field.id).toEqual([])
      const compared = Object.fromEntries(
        PROFILED.map((name) => {
          const value = told[name]
          const text = value === null ? null : plain(String(value))
          return [name, comparable(text, { kind: 'mean', field: field.id })]
        }),
      )
      const byHandCompared = Object.fromEntries(
        PROFILED.map((name) => [
          name,
          comparable(canonical(expected.figures[name] ?? null), { kind: 'mean', field: field.id }),
        ]),
      )
      expect(compared, field.id).toEqual(byHandCompared)
      expect(told.patterns, field.id).toEqual(expected.patterns)
      expect(farOut?.count ?? 0, field.id).toBe(
        farOut === null || farOut.count === 0 ? 0 : await beyondByHand(table, field, farOut),
      )
      for (const { unit, groups } of periods) {
        const counted = groups.map(({ value, count }) => [canonical(jsonToPlain(value)), count])
        expect(counted, `${field.id} ${unit}`).toEqual(await periodByHand(table, field, unit))
      }
    }
  })

  test('facets agree with SQL written by hand', async () => {
    for (const field of fields) {
      for (const contains of ['', 'A', '1', '%']) {
        const told = await figures(EVERYTHING).facet(field, { contains, most: 5 })
        const byHand = hasYears(field) ? yearsByHand : facetByHand
        expect(told, `${field.id} with ${contains}`).toEqual(await byHand(table, field, contains, 5))
      }
    }
  })

  test('a list of groups that the server cuts says so', async () => {
    const cut = table.pagingClient('sql')
    // A CKAN that runs somewhere has the limit that it has.
    if (cut === null) return
    const query = wholeTable(table.resource)
    const of = figuresOf({ client: cut, query, fields, answer: null })
    const asked: Summary = { ...COUNTS, by: [{ field: '_id', by: 'value' }] }
    const { groups, coverage, records, total } = await of.summary(asked)
    expect([groups.length, coverage, records, total.figures]).toEqual([70, { kind: 'cut', at: 70 }, 240, ['240']])
  })

  test('nothing is sent that CKAN would not run', () => {
    expect(sent.length).toBeGreaterThan(SUMMARIES)
    expect(sent.filter((sql) => refusedByCkan(sql).length > 0)).toEqual([])
  })
})

const EVERYTHING = { where: { all: [] }, columns: null }

const COUNTS: Summary = { by: [], across: null, figures: [{ kind: 'count' }], sort: null, keep: [], most: null }
