import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Instance } from '../../instances/instance.ts'
import { useInView } from './useInView.ts'
import { countWords } from '../../words/figures.ts'
import { rowCountQuery } from './rowCounts.ts'
import styles from './RowCount.module.css'

export interface RowCountProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** The table, by id. */
  readonly resource: string
  /** It is the one on the screen, which counts its records itself, or may be closed to this person. */
  readonly isLeftOut: boolean
}

/**
 * How many records a table has, at the end of its line in a list. If the server counts exactly and has SQL, by which one
 * request counts several tables, it is asked when the line comes into view; empty until then, and if there is no answer.
 */
export function RowCount({ instance, client, resource, isLeftOut }: RowCountProps) {
  const place = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(place)
  const { totals, sql } = useProfile(client)
  const { data } = useQuery({
    ...rowCountQuery(instance.id, client, resource),
    enabled: isSeen && totals === 'exact' && sql === 'on' && !isLeftOut,
  })
  return (
    <span ref={place} className={styles.count} aria-hidden="true">
      {typeof data === 'number' && countWords(data)}
    </span>
  )
}
