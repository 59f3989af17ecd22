import { dayOfDays, readDay } from '../protocol/calendar.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { periodWith } from '../query/dates/period.ts'
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

/** The years of that summary as periods, the last one first; infinity stands at either end. */
export function yearFacet({ groups, coverage }: SummaryAnswer, { contains, most }: FacetAsked): Facet {
  const counted = groups.map(({ keys: [key = 'null'], figures: [count] }) => ({ key, count: Number(count) }))
  const sought = contains.toLowerCase()
  const years = counted.flatMap(({ key, count }) => {
    const year = key === 'null' ? null : yearOf(jsonToPlain(key))
    return year === null || !year.toLowerCase().includes(sought) ? [] : [{ value: JSON.stringify(year), count }]
  })
  return {
    values: years.toReversed().slice(0, most),
    distinct: years.length,
    nulls: counted.find(({ key }) => key === 'null')?.count ?? 0,
    coverage,
  }
}

function yearOf(key: string): string {
  const day = readDay(key)
  return day === null ? key : periodWith(dayOfDays(day.days), 'year')
}
