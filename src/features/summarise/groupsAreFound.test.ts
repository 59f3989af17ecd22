import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEveryType, type EveryType } from '../../../e2e/support/everyType.ts'
import { isLong } from '../../../e2e/support/longForm.ts'
import { openPglite } from '../../../e2e/support/testDatabases.ts'
import { figuresOf } from '../../figures/figuresOf.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonToPlain } from '../../protocol/jsonText.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { planOf, surePlan } from '../../results/plan/plan.ts'
import type { DateUnit, GroupBy, Summary } from '../../summary/summary.ts'
import { emptyView, type View } from '../../workspace/view.ts'
import { recordsOfCell } from './groupRecords.ts'
import { summaryTable } from './summaryTable.ts'

let table: EveryType
let fields: readonly Field[]

beforeAll(async () => {
  table = await openEveryType(openPglite)
  fields = (await table.client('sql').search({ resource_id: table.resource, limit: 0 })).answer.fields
})
afterAll(() => table.drop())

/** Those with values that break ranges; all in `npm run long`. */
const ODD: ReadonlySet<string> = new Set(['i2', 'f8', 'num', 'd', 'ts', 'tz'])

const UNITS: readonly DateUnit[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'weekday',
  'hour',
  'monthOfYear',
  'hourOfDay',
]

function groupingsOf({ type }: Field): readonly GroupBy[] {
  const kind = fieldKind(type)
  if (kind === 'integer' || kind === 'numeric') return ['value', { step: '10' }, { step: '0.25' }]
  return kind === 'date' || kind === 'timestamp' ? ['value', ...UNITS] : ['value']
}

function queryOf({ where }: View): Query {
  return { ...wholeTable(table.resource), where }
}

describe.each(['sql', 'ranges'] as const)('asked by %s', (way) => {
  test('the records behind each group are as many as were counted', async () => {
    const client = table.client(way)
    const bySql = figuresOf({
      client: table.client('sql'),
      query: wholeTable(table.resource),
      fields,
      answer: null,
    })
    const seen = new Set<string>()
    for (const field of fields) {
      const kind = fieldKind(field.type)
      if (!isLong && !ODD.has(field.id)) continue
      if (kind === 'json' || kind === 'array' || kind === 'other') continue
      for (const by of groupingsOf(field)) {
        const summary: Summary = {
          by: [{ field: field.id, by }],
          across: null,
          figures: [{ kind: 'count' }],
          sort: null,
          keep: [],
          most: null,
        }
        const answer = await bySql.summary(summary)
        const shown = summaryTable(summary, answer, fields)
        const canAsk = (view: View) => planOf(client, queryOf(view)) !== null
        const view = { ...emptyView, resource: table.resource }
        for (const [row, { keys, figures }] of answer.groups.entries()) {
          const found = recordsOfCell({ view, summary, table: shown, fields, canAsk }, row, 1)
          if ('refusal' in found) continue
          // Infinity has no weekday, nor has null: they are one group, and no condition has both.
          if (keys[0] === 'null' && typeof by === 'string' && by !== 'value') continue
          const { total } = await surePlan(client, queryOf(found.view)).count({})
          expect(total, `${field.id} ${JSON.stringify(by)} ${keys.join()}`).toBe(Number(figures[0]))
          seen.add(jsonToPlain(keys[0] ?? ''))
        }
      }
    }
    for (const odd of ['NaN', 'Infinity', '-infinity', '12000-01-01', '0044-03-01 BC', '0044-03-15T12:00:00 BC'])
      expect([...seen], odd).toContain(odd)
  })
})
