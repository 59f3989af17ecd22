import type { ActionClient } from '../../instances/client/actionClient.ts'
import { Button } from '../../ui/Button.tsx'
import { writeWords } from '../../words/en/write.ts'
import styles from './LockReason.module.css'
import { changeAnyway } from './locks.ts'
import type { TableRight } from './useTableRight.ts'

export interface LockReasonProps {
  readonly right: Exclude<TableRight, 'mayChange'>
  readonly instance: string
  readonly client: ActionClient
  readonly resource: string
}

/** Why a table can't be changed, and the choice to change it anyway where there is one. */
export function LockReason({ right, instance, client, resource }: LockReasonProps) {
  if (right !== 'readOnly') return <p className={styles.reason}>{writeWords.why[right](instance)}</p>
  return (
    <div className={styles.reason}>
      <p>
        {writeWords.readOnly(instance)} {writeWords.lostOnReload}
      </p>
      <Button size="sm" onClick={() => changeAnyway(client, resource)}>
        {writeWords.changeAnyway}
      </Button>
    </div>
  )
}
