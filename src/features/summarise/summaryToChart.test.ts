import { expect, test } from 'vitest'
import type { Field } from '../../protocol/field.ts'
import { writeSummary } from '../../summary/summaryLink.ts'
import { summaryToChart } from './summaryToChart.ts'

const fields: readonly Field[] = [
  { id: 'title', type: 'text' },
  { id: 'ended_on', type: 'date' },
  { id: 'started_on', type: 'date' },
  { id: 'stage', type: 'text' },
]

const rows = (days: (at: number) => string) =>
  Array.from({ length: 60 }, (_, at) => [`"t${at}"`, 'null', `"${days(at)}"`, `"s${at % 4}"`])

const charted = (of: readonly Field[], days: (at: number) => string) => {
  const summary = summaryToChart(of, { fields, rows: rows(days) })
  return summary && writeSummary(summary)
}

test('a date with values, by the stretch that suits, is told apart by the clearest groups', () => {
  expect(charted(fields, (at) => `20${10 + (at % 12)}-05-01`)).toMatch(/^by:stage,across:started_on:year,count/)
  expect(charted(fields, (at) => `2019-${String(1 + (at % 12)).padStart(2, '0')}-01`)).toMatch(
    /across:started_on:month/,
  )
  expect(charted(fields, (at) => `2019-01-${String(1 + (at % 28)).padStart(2, '0')}`)).toMatch(/across:started_on:day/)
})

test('the beginning of a table in the order of time says little about its length', () => {
  const inOrder = (at: number) => new Date(Date.UTC(1990, 0, 1 + at * 3)).toISOString().slice(0, 10)
  expect(charted(fields, inOrder)).toMatch(/across:started_on:year/)
})

test('without groups the date alone is drawn, without a date the groups', () => {
  expect(charted(fields.slice(0, 3), (at) => `2019-01-0${1 + (at % 7)}`)).toMatch(/^by:started_on:day,count/)
  expect(charted(fields.slice(3), () => '2019-01-01')).toMatch(/^by:stage,count/)
  expect(summaryToChart([], { fields: [], rows: [] })).toBeNull()
})
