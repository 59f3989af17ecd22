import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { rowCountKey } from '../../results/queries.ts'
import { useInView } from './useInView.ts'
import { countWords } from '../../words/figures.ts'
import { countTogether } from './countTables.ts'
import styles from './RowCount.module.css'

export interface RowCountProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** The table, by id. */
  readonly resource: string
  /** It may be closed to this person. */
  readonly isLeftOut: boolean
}

/**
 * How many records a table has, at the end of its line in a list. The server is asked when the line comes into view; empty
 * until then, and if there is no answer.
 */
export function RowCount({ instance, client, resource, isLeftOut }: RowCountProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(place)
  const { data } = useQuery({
    queryKey: [...rowCountKey(instance.id, resource), client.identity],
    queryFn: () => countTogether(client, resource),
    staleTime: Infinity,
    enabled: isSeen && !isLeftOut,
  })
  return (
    <span ref={place} className={styles.count} aria-hidden="true">
      {typeof data === 'number' && countWords(data)}
    </span>
  )
}
