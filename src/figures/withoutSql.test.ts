import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedAnswer, comparedHand, summariesByHand } from '../../e2e/support/comparedSummaries.ts'
import { openEveryType, type EveryType } from '../../e2e/support/everyType.ts'
import { generatedSummaries, type GeneratedSummary } from '../../e2e/support/generatedSummaries.ts'
import { isLong } from '../../e2e/support/longForm.ts'
import { openPglite } from '../../e2e/support/testDatabases.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import type { SearchPage } from '../protocol/answers.ts'
import { wholeTable } from '../query/query.ts'
import { answerOfRows } from '../results/answer.ts'
import type { Summary } from '../summary/summary.ts'
import { figuresOf } from './figuresOf.ts'

/** Generated summaries of rows at hand: a thousand in `npm run long`. */
const SUMMARIES = isLong ? 1000 : 100

/** A search cuts these, or shows them in a form that is not compared as the database does. */
const SHOWN_OTHERWISE = ['ts', 'iv', 'ch', 'j', 'jb']

let table: EveryType
let client: ActionClient
let all: SearchPage

beforeAll(async () => {
  table = await openEveryType(openPglite)
  client = table.client('filters')
  all = (await client.search({ resource_id: table.resource, limit: 1000, sort: '_id' })).answer
})
afterAll(() => table.drop())

/** On a server that gives at most so many records at once, which are shown. */
const figures = (rows: number, service: string | null = null) => {
  client.profile.forget()
  client.profile.learn('asked', { sql: 'off', rangeFilters: 'no', ...(service === null ? {} : { service }) })
  const query = wholeTable(table.resource)
  const shown = { fields: all.fields, rows: all.rows.slice(0, rows) }
  const capped: ActionClient = {
    ...client,
    search: (params, options) => client.search({ ...params, limit: Math.min(rows, Number(params['limit'])) }, options),
  }
  return figuresOf({ client: capped, query, fields: all.fields, answer: answerOfRows(query, shown, all.total) })
}

const isOfAll = ({ base, summary }: GeneratedSummary) =>
  base.where === 'true' &&
  base.alike === null &&
  !SHOWN_OTHERWISE.some((name) => JSON.stringify(summary).includes(`"field":"${name}"`)) &&
  // PostgreSQL gives a mean as many decimals as any of its values was written with; here 1.5 and 1.50 are one.
  !JSON.stringify(summary).includes('"kind":"mean","field":"num"')

describe('without SQL', () => {
  test('summaries of all records at hand are exact', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(generatedSummaries.filter(isOfAll), async ({ summary, base }) => {
        const answer = await figures(1000, 'ckan').summary(summary)
        const expected = await summariesByHand(table, summary, base)
        expect(comparedAnswer(answer, summary)).toEqual(comparedHand(expected, summary.figures))
        expect(answer.coverage).toEqual({ kind: 'all' })
      }),
      { numRuns: SUMMARIES },
    )
  })

  test(
    'those of some of them are right about these, and say that they are a sample',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(generatedSummaries.filter(isOfAll), async ({ summary }) => {
          const of = figures(100)
          const answer = await of.summary(summary)
          if (of.way === 'counts') return
          const expected = await summariesByHand(table, summary, { where: '_id <= 100', alike: null })
          expect(comparedAnswer(answer, summary)).toEqual(comparedHand(expected, summary.figures))
          expect(answer.coverage).toEqual({ kind: 'sample', of: 100, total: 240, isFirst: true })
        }),
        { numRuns: SUMMARIES },
      )
    },
  )

  test('every figure from a sample says so', async () => {
    for (const field of all.fields) {
      const of = figures(100)
      const coverage = { kind: 'sample', of: 100, total: 240, isFirst: true }
      expect((await of.distribution(field)).coverage, field.id).toEqual(coverage)
      expect((await of.profile(field)).coverage, field.id).toEqual(coverage)
    }
    const { nulls, records, coverage } = await figures(100).nulls(all.fields)
    expect([records, coverage]).toEqual([100, { kind: 'sample', of: 100, total: 240, isFirst: true }])
    const lacks = (place: number) => all.rows.slice(0, 100).filter((row) => row[place] === 'null').length
    expect([...nulls]).toEqual(all.fields.map(({ id }, place) => [id, lacks(place)]))
  })

  test('a total that may be the number of the records of an answer shows nothing', async () => {
    const counts: Summary = { by: [], across: null, figures: [{ kind: 'count' }], sort: null, keep: [], most: null }
    expect((await figures(1000).summary(counts)).coverage).toEqual({
      kind: 'sample',
      of: 240,
      total: null,
      isFirst: true,
    })
    expect((await figures(1000, 'ckan').summary(counts)).coverage).toEqual({ kind: 'all' })
  })

  test('few values are counted by searches where the totals can be believed', async () => {
    const named = (id: string) => all.fields.find((field) => field.id === id) ?? { id, type: 'text' }
    const sql = figuresOf({
      client: table.client('sql'),
      query: wholeTable(table.resource),
      fields: all.fields,
      answer: null,
    })
    for (const id of ['vc', 'b', 'i4', 'i8', 'num', 'constructor']) {
      const of = figures(100, 'ckan')
      const asked = { contains: '', most: 50 }
      const [found, expected] = await Promise.all([of.facet(named(id), asked), sql.facet(named(id), asked)])
      expect([id, of.way, found.coverage]).toEqual([id, 'counts', { kind: 'all' }])
      const sorted = ({ values }: typeof found) => values.map(({ value, count }) => `${value} ${count}`).toSorted()
      expect(sorted(found), id).toEqual(sorted(expected))
      expect([found.nulls, found.distinct], id).toEqual([expected.nulls, expected.distinct])
    }
    const of = figures(100)
    expect((await of.facet(named('vc'), { contains: '', most: 5 })).coverage.kind).toBe('sample')
    const floats = figures(100, 'ckan')
    expect((await floats.facet(named('f8'), { contains: '', most: 5 })).coverage.kind).toBe('sample')
  })

  test('plain counts of a field with few values are of all records', async () => {
    const summary: Summary = {
      by: [{ field: 'vc', by: 'value' }],
      across: null,
      figures: [{ kind: 'count' }, { kind: 'share' }],
      sort: { by: 0, descending: true },
      keep: [{ figure: 0, sign: '>', value: '30' }],
      most: 3,
    }
    const of = figures(100, 'ckan')
    const answer = await of.summary(summary)
    const expected = await summariesByHand(table, summary, { where: 'true', alike: null })
    expect(comparedAnswer(answer, summary)).toEqual(comparedHand(expected, summary.figures))
    expect([of.way, answer.coverage]).toEqual(['counts', { kind: 'all' }])
  })

  test('records are read where what the page shows is without a field', async () => {
    client.profile.forget()
    client.profile.learn('asked', { sql: 'off', rangeFilters: 'no', service: 'ckan' })
    const query = wholeTable(table.resource)
    const shown = { fields: all.fields.slice(0, 2), rows: all.rows.map((row) => row.slice(0, 2)) }
    const of = figuresOf({ client, query, fields: all.fields, answer: answerOfRows(query, shown, all.total) })
    const told = await of.distribution(all.fields.find(({ id }) => id === 'vc') ?? { id: 'vc', type: 'text' })
    expect([told.records, told.nulls, told.coverage]).toEqual([240, 43, { kind: 'all' }])
  })
})
