import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { changedSinceWords } from '../../../words/en/record/changedSince.ts'
import { writeWords } from '../../../words/en/write.ts'
import type { Asked } from '../../result/failure.ts'
import { isReadOnlyRefusal } from '../../write/force.ts'
import { ChangedSinceError, type ReadRecord } from './changedSince.ts'
import { editFailure } from './editFailure.ts'

export interface SaveFailureProps {
  readonly error: Error
  readonly asked: Asked
  /** Saves although the table is read-only. */
  readonly onAnyway: () => void
  /** Somebody has changed the record, which is now so: saves all the same, or takes what they stored. */
  readonly onMine: (now: ReadRecord) => void
  readonly onTheirs: (now: ReadRecord, changed: readonly string[]) => void
}

/** Why what was typed is not saved, and what can be done about it. */
export function SaveFailure({ error, asked, onAnyway, onMine, onTheirs }: SaveFailureProps) {
  if (error instanceof ChangedSinceError) {
    const { changed, record } = error
    const actions = (
      <>
        <Button size="sm" onClick={() => onMine(record)}>
          {changedSinceWords.saveMine}
        </Button>
        <Button
          size="sm"
          onClick={() =>
            onTheirs(
              record,
              changed.map(({ field }) => field),
            )
          }
        >
          {changedSinceWords.takeTheirs}
        </Button>
      </>
    )
    return (
      <Alert tone="warning" title={changedSinceWords.changedSince(changed)} actions={actions}>
        {changedSinceWords.nothingSaved}
      </Alert>
    )
  }
  const { what, remedy, serverText } = editFailure(error, asked)
  const isReadOnly = isReadOnlyRefusal(error)
  return (
    <Alert
      title={what}
      serverText={serverText}
      actions={
        isReadOnly && (
          <Button size="sm" onClick={onAnyway}>
            {writeWords.changeAnyway}
          </Button>
        )
      }
    >
      {remedy ?? undefined}
    </Alert>
  )
}
