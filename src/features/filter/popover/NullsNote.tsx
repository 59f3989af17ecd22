import { useQuery } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { operatorOf } from '../../../query/operators/registry.ts'
import type { OperatorId, Query } from '../../../query/query.ts'
import { queryText } from '../../../query/queryLink.ts'
import { surePlan } from '../../../results/plan/plan.ts'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { isWithin } from './othersThan.ts'
import styles from './Popover.module.css'

export interface NullsNoteProps {
  readonly instanceId: string
  readonly client: ActionClient
  /** The records that meet all other conditions. */
  readonly others: Query
  readonly field: string
  readonly op: OperatorId
  readonly withoutNull: boolean
}

/** How many of the records that meet all else have null in the field, and what a comparison does with them; nothing where that can't be counted. */
export function NullsNote({ instanceId, client, others, field, op, withoutNull }: NullsNoteProps) {
  const { takes, keepsNull } = operatorOf(op)
  const mayCount = useProfile(client, ({ sql }) => sql === 'on')
  const isAsked = mayCount && takes !== 'nothing' && op !== 'is' && op !== 'isAnyOf'
  const { data: count } = useQuery({
    queryKey: [instanceId, 'nulls', { resource: others.resource, field, within: queryText(others) }, client.identity],
    queryFn: async ({ signal }) => {
      const isNull = { id: '', field, op: 'isNull', values: [] }
      const where = { all: [others.where, isNull] }
      return (await surePlan(client, { ...others, where }).count({ signal })).total
    },
    enabled: isAsked,
  })
  if (!isAsked || count === undefined || count === null) return null
  const isKept = keepsNull === true && !withoutNull
  const words =
    count === 0
      ? conditionWords.noNull(isWithin(others))
      : isKept
        ? conditionWords.keptNull(count)
        : conditionWords.leftOut(count)
  return <p className={styles.reads}>{words}</p>
}
