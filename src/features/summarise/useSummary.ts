import { useQuery, useQueryClient } from '@tanstack/react-query'
import { figuresOf } from '../../figures/figuresOf.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { writeSummary } from '../../summary/summaryLink.ts'
import type { Figures } from '../../summary/figures.ts'
import type { Summary, SummaryAnswer } from '../../summary/summary.ts'

/** What is summarised, and how; null while that is not known. */
export interface SummaryAsked {
  readonly instanceId: string
  readonly client: ActionClient
  /** Whose records; null if there is no table, or no way to ask for them. */
  readonly query: Query | null
  /** All of the table's; null while unknown. */
  readonly fields: readonly Field[] | null
  readonly summary: Summary | null
}

/** An answer with the question that it is to. */
export interface AnsweredSummary {
  readonly summary: Summary
  readonly answer: SummaryAnswer
  readonly way: Figures['way']
  readonly resource: string
}

/** A summary as a component sees it: its answer, or that of the summary before while it is on its way. */
export interface ShownSummary {
  readonly answered: AnsweredSummary | null
  readonly fetching: boolean
  /** The answer is that of the question before. */
  readonly stale: boolean
  readonly status: 'loading' | 'failed' | 'ready'
  readonly error: Error | null
  /** When the answer came, ms since 1970. */
  readonly at: number
  /** The same text for the same question. */
  readonly key: string
  readonly reload: () => void
  readonly cancel: () => void
}

/** Has a summary worked out, once for each question. */
export function useSummary({ instanceId, client, query, fields, summary }: SummaryAsked): ShownSummary {
  const cache = useQueryClient()
  const isAsked = query !== null && fields !== null && fields.length > 0 && summary !== null
  const texts = isAsked ? [queryText(query), writeSummary(summary)] : []
  const queryKey = [instanceId, 'summary', ...texts, client.identity]
  const asked = useQuery<AnsweredSummary>({
    queryKey,
    enabled: isAsked && missingFields(summary, fields).length === 0,
    structuralSharing: false,
    placeholderData: (before) => (before?.resource === query?.resource ? before : undefined),
    queryFn: ({ signal }) => {
      if (!isAsked) throw new Error('There is nothing to summarise')
      return answerOf(client, query, fields, summary, signal)
    },
  })
  const stale = asked.isPlaceholderData
  return {
    answered: asked.data ?? null,
    fetching: asked.isFetching,
    stale,
    status: asked.isError ? 'failed' : asked.data !== undefined && !stale ? 'ready' : 'loading',
    error: asked.error,
    at: asked.dataUpdatedAt,
    key: JSON.stringify(queryKey),
    reload: () => void asked.refetch(),
    cancel: () => void cache.cancelQueries({ queryKey }),
  }
}

async function answerOf(
  client: ActionClient,
  query: Query,
  fields: readonly Field[],
  summary: Summary,
  signal: AbortSignal,
): Promise<AnsweredSummary> {
  const start = performance.now()
  const figures = figuresOf({ client, query, fields, answer: null })
  const answer = await figures.summary(summary, { signal })
  const milliseconds = Math.round(performance.now() - start)
  return { summary, answer: { ...answer, milliseconds }, way: figures.way, resource: query.resource }
}

/** The fields that a summary speaks of and the table does not have. */
export function missingFields({ by, across, figures }: Summary, fields: readonly Field[]): readonly string[] {
  const named = [
    ...by.map(({ field }) => field),
    ...(across === null ? [] : [across.field]),
    ...figures.flatMap((figure) => ('field' in figure ? [figure.field] : [])),
  ]
  return [...new Set(named)].filter((name) => !fields.some(({ id }) => id === name))
}
