import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { rowCountQuery } from '../client/queries.ts'
import { useCapabilities } from '../state/capabilities.ts'
import type { Instance } from '../state/instances.ts'
import { useInView } from '../ui/useInView.ts'
import { countWords } from './figures.ts'
import styles from './RowCount.module.css'

export interface RowCountProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** The table, by id. */
  readonly resource: string
  /** The table is the one that is shown, whose records are counted beside them. */
  readonly isCurrent: boolean
}

/**
 * How many records a table has, at the end of its line in a list: asked for when the line comes into view, where the
 * server counts exactly. Empty until then, and where it does not come.
 */
export function RowCount({ instance, client, resource, isCurrent }: RowCountProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(place)
  const counts = useCapabilities(instance)?.totals === 'exact'
  const { data } = useQuery({
    ...rowCountQuery(instance.id, client, resource),
    enabled: isSeen && counts && !isCurrent,
  })
  return (
    <span ref={place} className={styles.count} aria-hidden="true">
      {typeof data === 'number' && countWords(data)}
    </span>
  )
}
