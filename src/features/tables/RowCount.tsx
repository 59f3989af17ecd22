import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { rowCountQuery } from '../../results/queries.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Instance } from '../../instances/instance.ts'
import { useInView } from './useInView.ts'
import { countWords } from '../../words/figures.ts'
import styles from './RowCount.module.css'

export interface RowCountProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** The table, by id. */
  readonly resource: string
  /** This table is the one on the screen, which counts its records itself. */
  readonly isCurrent: boolean
}

/**
 * How many records a table has, at the end of its line in a list. If the server counts exactly, it is asked when the line
 * comes into view; empty until then, and if there is no answer.
 */
export function RowCount({ instance, client, resource, isCurrent }: RowCountProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(place)
  const counts = useProfile(client).totals === 'exact'
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
