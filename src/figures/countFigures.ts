import { columnOf, sizeOf } from '../columnar/columns.ts'
import { distributionOf } from '../columnar/distribution.ts'
import { facetOf } from '../columnar/facet.ts'
import { profileOf } from '../columnar/profile.ts'
import { summaryOf } from '../columnar/summaryOf.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import type { Figures } from '../summary/figures.ts'
import type { Summary } from '../summary/summary.ts'
import type { AskedTable } from './askSql.ts'
import { extentBySort } from './extentBySort.ts'
import { COUNTED_MOST, countedBySearch, type AllCounted } from './countedValues.ts'
import type { Answer } from '../results/answer.ts'
import { inSlices } from './inSlices.ts'
import { shownAtHand, type AtHand } from './rowsAtHand.ts'
import { spreadSample } from './spreadSample.ts'
import { isCounting, summaryOfCounts } from './summaryOfCounts.ts'

/**
 * Figures without SQL: facets and plain counts by searches where a field has few values, the ends of a field by two sorted
 * searches, all others from the records that are shown if these are all, else from a sample. Its way is that of the last
 * answer.
 */
export function countFigures(table: AskedTable, answer: Answer | null): Figures {
  let way: Figures['way'] = 'rows'
  const sample = spreadSample(table, answer?.total ?? null)
  const from = async (names: readonly string[], options: CallOptions): Promise<AtHand> => {
    const shown = shownAtHand(table, answer, names)
    // Nobody has asked for headers while it is not known whether there is SQL, which will answer better.
    const isEnough = shown?.coverage.kind === 'all' || table.client.profile.get().sql === 'unknown'
    return shown !== null && isEnough ? inSlices(shown.read, options) : sample(names, options)
  }
  const known = new Map<string, AllCounted | null>()
  /** The counts of all values, if the records at hand are not all, and have few values. */
  const counted = async (name: string, { columns, coverage }: AtHand, options: CallOptions) => {
    const field = table.fields.find(({ id }) => id === name)
    if (coverage.kind === 'all' || field === undefined) return null
    if (sizeOf(columnOf(columns, name).values) > COUNTED_MOST) return null
    const before = known.get(name)
    if (before !== undefined) return before
    const found = await countedBySearch(table, field, options)
    known.set(name, found)
    return found
  }
  return {
    get way() {
      return way
    },
    distribution: async (field, options = {}) => {
      const { columns, coverage } = await from([field.id], options)
      way = 'rows'
      return inSlices(() => distributionOf(columns, null, field.id, coverage, options.like), options)
    },
    profile: async (field, options = {}) => {
      const { columns, coverage } = await from([field.id], options)
      way = 'rows'
      const profile = profileOf(columns, null, field.id, coverage)
      return coverage.kind === 'all' ? profile : { ...profile, ...(await extentBySort(table, field, profile, options)) }
    },
    facet: async (field, asked, options = {}) => {
      const here = await from([field.id], options)
      const all = await counted(field.id, here, options)
      way = all === null ? 'rows' : 'counts'
      if (all === null) return facetOf(here.columns, null, field.id, asked, here.coverage)
      const sought = asked.contains.toLowerCase()
      const values = all.values.filter(({ value }) => jsonToPlain(value).toLowerCase().includes(sought))
      return {
        values: values.slice(0, asked.most),
        distinct: values.length,
        nulls: all.nulls,
        coverage: { kind: 'all' },
      }
    },
    summary: async (summary, options = {}) => {
      const here = await from(fieldsIn(summary), options)
      const [only] = summary.by
      const all = isCounting(summary) && only !== undefined ? await counted(only.field, here, options) : null
      way = all === null ? 'rows' : 'counts'
      return all === null ? summaryOf(here.columns, null, summary, here.coverage) : summaryOfCounts(summary, all)
    },
    nulls: async (fields, options = {}) => {
      const names = fields.map(({ id }) => id)
      const { columns, coverage } = await from(names, options)
      way = 'rows'
      const nulls = names.map(
        (name) => [name, columnOf(columns, name).codes.filter((code) => code === 0).length] as const,
      )
      return { records: columns.records, nulls: new Map(nulls), coverage }
    },
  }
}

/** The fields of which a summary says something. */
export function fieldsIn({ by, across, figures }: Summary): readonly string[] {
  const groupings = across === null ? by : [...by, across]
  const names = groupings.map(({ field }) => field)
  return [...new Set([...names, ...figures.flatMap((figure) => ('field' in figure ? [figure.field] : []))])]
}
