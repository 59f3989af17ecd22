import { queryOptions } from '@tanstack/react-query'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import type { Distribution, FacetAsked, Figures } from '../../summary/figures.ts'

/** Who works out figures for the page, and under which name the answers are kept. */
export interface FiguresSource {
  readonly instanceId: string
  /** Of who is asked, as the key of a cache. */
  readonly identity: string
  /** Who can say something about the records of a query: the same while the query is, so that questions are put together. */
  readonly figuresFor: (query: Query) => Figures
}

/** The records that a query finds, whatever their order and however few of them are shown. */
export function recordsOf(query: Query): Query {
  const { distinct: _, ...rest } = query
  return { ...rest, columns: null, sort: [], limit: null }
}

/** How a field is spread over the records of a query; `like`: in the steps of another distribution of it. */
export function distributionQuery(source: FiguresSource, query: Query, field: Field, like?: Distribution) {
  return queryOptions({
    queryKey: key(source, 'distribution', query, field, like === undefined ? null : stepsKey(like)),
    queryFn: ({ signal }) => source.figuresFor(query).distribution(field, { signal, like }),
    structuralSharing: false,
  })
}

/** How a field is spread in a sample, where to count all records may take long; null where it doesn't. */
export function firstLookQuery(source: FiguresSource, query: Query, field: Field) {
  return queryOptions({
    queryKey: key(source, 'firstLook', query, field, null),
    queryFn: async ({ signal }) => (await source.figuresFor(query).firstLook?.(field, { signal })) ?? null,
    structuralSharing: false,
  })
}

/** All there is to know about a field. */
export function profileQuery(source: FiguresSource, query: Query, field: Field) {
  return queryOptions({
    queryKey: key(source, 'profile', query, field, null),
    queryFn: ({ signal }) => source.figuresFor(query).profile(field, { signal }),
    structuralSharing: false,
  })
}

/** Values of a field with their counts. */
export function facetQuery(source: FiguresSource, query: Query, field: Field, asked: FacetAsked) {
  return queryOptions({
    queryKey: key(source, 'facet', query, field, `${asked.most} ${asked.contains}`),
    queryFn: ({ signal }) => source.figuresFor(query).facet(field, asked, { signal }),
    structuralSharing: false,
  })
}

/** How many records have no value in each of these fields. */
export function nullsQuery(source: FiguresSource, query: Query, fields: readonly Field[]) {
  return queryOptions({
    queryKey: [
      source.instanceId,
      'nulls',
      query.resource,
      fields.map(({ id }) => id),
      queryText(query),
      source.identity,
    ] as const,
    queryFn: ({ signal }) => source.figuresFor(query).nulls(fields, { signal }),
    structuralSharing: false,
  })
}

/** Whether two keys are about the same field of the same table, so that the answer of one may stand until the other's is here. */
export function isSameField(a: readonly unknown[], b: readonly unknown[]): boolean {
  return [0, 1, 2, 3].every((place) => a[place] === b[place])
}

function key(source: FiguresSource, what: string, query: Query, { id, type }: Field, more: string | null) {
  return [source.instanceId, what, query.resource, `${type} ${id}`, queryText(query), source.identity, more] as const
}

function stepsKey({ shape }: Distribution): string {
  if (shape.kind === 'bars') {
    const { from, to, isLog, counts } = shape.bars
    return JSON.stringify([from, to, isLog, counts.length])
  }
  return shape.kind === 'values' ? JSON.stringify(shape.values.map(({ value }) => value)) : shape.kind
}
