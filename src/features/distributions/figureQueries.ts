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
  /** Whose records are shown, whatever their order and however few of them; null while there are none. */
  readonly shown: Query | null
  /** Its records are here and nothing else is awaited. Only then is anything asked: later it might be of other records. */
  readonly isHere: boolean
  /** Who can say something about the records of a query: the same while the query is, so that questions are put together. */
  readonly figuresFor: (query: Query) => Figures
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

/**
 * The answer before, if it is about the same field of the same table, until the one of that key is here: it is of other
 * records, so whoever shows it marks it (`isPlaceholderData`).
 */
export function answerBefore<Data>(queryKey: readonly unknown[]) {
  return (before: Data | undefined, last: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    [0, 1, 2, 3].every((place) => last?.queryKey[place] === queryKey[place]) ? before : undefined
}

function key(source: FiguresSource, what: string, query: Query, { id, type }: Field, more: string | null) {
  return [source.instanceId, what, query.resource, `${type} ${id}`, queryText(query), source.identity, more] as const
}

function stepsKey({ shape }: Distribution): string {
  if (shape.kind === 'bars') {
    const { from, to, isLog, afterZero, counts } = shape.bars
    return JSON.stringify([from, to, isLog, afterZero, counts.length])
  }
  return shape.kind === 'values' ? JSON.stringify(shape.values.map(({ value }) => value)) : shape.kind
}
