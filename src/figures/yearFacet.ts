import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import type { Facet, FacetAsked } from '../summary/figures.ts'
import type { Summary, SummaryAnswer } from '../summary/summary.ts'

/** Whether the facet of a field is by year: single days are too many to choose from. */
export function hasYears({ type }: Pick<Field, 'type'>): boolean {
  const kind = fieldKind(type)
  return kind === 'date' || kind === 'timestamp'
}

/** The summary that a facet by year is read from. */
export function summaryByYear(field: string): Summary {
  return { by: [{ field, by: 'year' }], across: null, figures: [{ kind: 'count' }], sort: null, keep: [], most: null }
}

/** The years of that summary, the last one first. Infinity, and years that no filter names, are none. */
export function yearFacet({ groups, coverage }: SummaryAnswer, { contains, most }: FacetAsked): Facet {
  const counted = groups.map(({ keys: [key = 'null'], figures: [count] }) => ({
    key,
    year: /^(\d{4})-01-01$/.exec(jsonToPlain(key))?.[1],
    count: Number(count),
  }))
  const years = counted.flatMap(({ year, count }) =>
    year === undefined || !year.includes(contains) ? [] : [{ value: JSON.stringify(year), count }],
  )
  return {
    values: years.toReversed().slice(0, most),
    distinct: years.length,
    nulls: counted.find(({ key }) => key === 'null')?.count ?? 0,
    coverage,
  }
}
