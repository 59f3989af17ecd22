import { useQuery } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { operatorOf } from '../../../query/operators/registry.ts'
import { wholeTable, type OperatorId } from '../../../query/query.ts'
import { askTotal } from '../../../results/way/askPage.ts'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import styles from './Popover.module.css'

export interface NullsNoteProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly field: string
  readonly op: OperatorId
  readonly withoutNull: boolean
}

/** How many records have null in the field, and what a comparison does with them; nothing where that can't be counted. */
export function NullsNote({ instanceId, client, resource, field, op, withoutNull }: NullsNoteProps) {
  const { takes, keepsNull } = operatorOf(op)
  const mayCount = useProfile(client, ({ sql }) => sql === 'on')
  const isAsked = mayCount && takes !== 'nothing' && op !== 'is' && op !== 'isAnyOf'
  const { data: count } = useQuery({
    queryKey: [instanceId, 'nulls', { resource, field }, client.identity],
    queryFn: async ({ signal }) => {
      const where = { id: '', field, op: 'isNull', values: [] }
      return (await askTotal(client, { ...wholeTable(resource), where }, { signal })).total
    },
    enabled: isAsked,
  })
  if (!isAsked || count === undefined || count === null) return null
  const isKept = keepsNull === true && !withoutNull
  const words =
    count === 0 ? conditionWords.noNull : isKept ? conditionWords.keptNull(count) : conditionWords.leftOut(count)
  return <p className={styles.reads}>{words}</p>
}
