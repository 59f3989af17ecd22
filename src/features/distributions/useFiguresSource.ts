import { useMemo } from 'react'
import { figuresOf } from '../../figures/figuresOf.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { recordsOf } from '../../query/recordsOf.ts'
import type { Figures } from '../../summary/figures.ts'
import type { Records } from '../../results/useRecords.ts'
import type { View } from '../../workspace/view.ts'
import type { Asked } from '../result/failure.ts'
import type { FiguresSource } from './figureQueries.ts'

/** Whose records are looked at, and who is asked for them. */
export interface FiguresUnder {
  readonly instance: Instance
  /** Who is asked: the instance, or the database of copies. */
  readonly client: ActionClient
  /** Whether there is a way to ask for what another view shows. */
  readonly canAsk: (view: View) => boolean
  /** The table's. */
  readonly fields: readonly Field[]
  /** What is shown: figures are of the records of its answer, whatever else is asked for by now. */
  readonly records: Records
  readonly asked: Asked
}

/** Who works out figures about the records that are shown. */
export function useFiguresSource({ instance, client, fields, records }: FiguresUnder): FiguresSource {
  const { answer } = records
  const query = answer?.query ?? null
  const shown = useMemo(() => (query === null ? null : recordsOf(query)), [query])
  // What is worked out in another way once that is known is another answer.
  const sql = useProfile(client, (profile) => profile.sql)
  const isHere = records.status === 'ready' && !records.stale && !records.fetching
  const source = useMemo(() => {
    const made = new Map<string, Figures>()
    return {
      instanceId: instance.id,
      identity: `${client.identity} ${sql} ${answer?.reloads ?? 0}`,
      shown,
      figuresFor(of: Query) {
        const text = queryText(of)
        const figures = made.get(text) ?? figuresOf({ client, query: of, fields, answer })
        // The one used last is the last one; a brush makes many.
        made.delete(text)
        made.set(text, figures)
        const [oldest] = made.keys()
        if (made.size > KEPT && oldest !== undefined) made.delete(oldest)
        return figures
      },
    }
  }, [instance, client, sql, shown, fields, answer])
  return useMemo(() => ({ ...source, isHere }), [source, isHere])
}

/** So many queries are remembered: the one that is shown, those without one column each, and those of a brush. */
const KEPT = 20
