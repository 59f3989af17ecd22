import { describe, expect, it } from 'vitest'
import type { Summary } from '../../summary/summary.ts'
import { readSummary } from '../../summary/summaryLink.ts'
import { queryOfLink } from '../../query/queryLink.ts'
import { summaryStatement } from './summaryStatement.ts'
import '../../query/operators/all.ts'

const fields = [
  { id: '_id', type: 'int' },
  { id: 'stage', type: 'text' },
  { id: 'started_on', type: 'date' },
  { id: 'budget', type: 'numeric' },
  { id: 'codes', type: '_text' },
]
const query = { ...queryOfLink([['filter', '["stage","active","closed"]']]), resource: 'programmes', limit: 5 }

function written(text: string): string | null {
  const summary: Summary | null = readSummary(text)
  return summary === null ? null : summaryStatement(summary, query, fields).sql
}

describe('the statement of a summary', () => {
  it('is as a person would write it', () => {
    expect(written('by:stage,count,share,mean:budget,sort:-1,top:5')).toBe(
      [
        'SELECT stage,',
        '       count(*) AS count,',
        "       count(*)::float8 / (SELECT count(*) FROM programmes WHERE stage IN ('active', 'closed')) AS share,",
        '       avg(budget) AS mean_budget',
        'FROM programmes',
        "WHERE stage IN ('active', 'closed')",
        'GROUP BY 1',
        'ORDER BY 2 DESC NULLS LAST, 1',
        'LIMIT 5',
      ].join('\n'),
    )
  })

  it('has a row for each cell of a cross table', () => {
    expect(written('by:stage,across:started_on:year,count,share')).toBe(
      [
        'SELECT stage,',
        "       date_trunc('year', started_on)::date AS started_on_year,",
        '       count(*) AS count,',
        '       count(*)::float8 / sum(count(*)) OVER () AS share',
        'FROM programmes',
        "WHERE stage IN ('active', 'closed')",
        'GROUP BY 1, 2',
        'ORDER BY 1, 2',
      ].join('\n'),
    )
  })

  it('says which rows of a cross table are kept', () => {
    expect(written('by:stage,across:started_on:year,count,sum:budget,keep:2:gt:100,sort:-1,top:5')).toBe(
      [
        'SELECT stage,',
        "       date_trunc('year', started_on)::date AS started_on_year,",
        '       count(*) AS count,',
        '       sum(budget) AS sum_budget',
        'FROM programmes',
        'JOIN (SELECT stage AS kept_1',
        '      FROM programmes',
        "      WHERE stage IN ('active', 'closed')",
        '      GROUP BY 1',
        '      HAVING sum(budget) > 100',
        '      ORDER BY count(*) DESC NULLS LAST, 1',
        '      LIMIT 5',
        '     ) AS kept ON stage IS NOT DISTINCT FROM kept_1',
        "WHERE stage IN ('active', 'closed')",
        'GROUP BY 1, 2',
        'ORDER BY 1, 2',
      ].join('\n'),
    )
  })

  it('counts a record once for each of its elements, and keeps those without any', () => {
    expect(written('by:codes:element,count,keep:1:gte:10')).toContain(
      'FROM programmes\nLEFT JOIN LATERAL (SELECT DISTINCT unnest(codes) AS element) AS elements ON TRUE\nWHERE',
    )
    expect(written('by:codes:element,count,keep:1:gte:10')).toContain('HAVING count(*) >= 10')
  })

  it('is one row without groups', () => {
    expect(written('sum:budget')).toBe(
      "SELECT sum(budget) AS sum_budget\nFROM programmes\nWHERE stage IN ('active', 'closed')",
    )
  })
})
