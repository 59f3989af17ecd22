import { RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { changedSinceWords } from '../../../words/en/record/changedSince.ts'
import { recordWords } from '../../../words/en/record/record.ts'
import { offerUndo } from '../../../workspace/steps.ts'
import type { Asked } from '../../result/failure.ts'
import type { SentValues } from '../../write/readBack.ts'
import { InDoubtError, lookAgain, settle, type Change } from '../../write/settled.ts'
import { ChangedSinceError, unchangedRecord, valuesOf } from './changedSince.ts'
import { DeletionFailure } from './DeletionFailure.tsx'
import { recordToChange } from './recordChange.ts'
import type { SavedChange } from './recordEdit.ts'

export interface UndoSaveProps {
  readonly client: ActionClient
  readonly resource: string
  readonly asked: Asked
  readonly saved: SavedChange
  readonly onUndone: () => void
}

/** The button that undoes the change that was saved last; Ctrl Z does the same. */
export function UndoSave({ client, resource, asked, saved, onUndone }: UndoSaveProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<{ readonly error: Error; readonly sent: Change<true> } | null>(null)
  /** `found` is what the changed fields have by now, if it is chosen to overwrite that. */
  const undo = async (found: SentValues = saved.now) => {
    if (isBusy) return
    setIsBusy(true)
    const doubt = failed?.error instanceof InDoubtError && failed.error.isOpen ? failed.error : null
    const change =
      failed !== null && doubt !== null
        ? failed.sent
        : recordToChange(client, resource, saved.id, saved.before, new Map(found))
    try {
      if (doubt === null) {
        await unchangedRecord(client, resource, saved.id, found)
        await settle(change)
      } else await lookAgain(change, doubt)
    } catch (caught) {
      setFailed({ error: caught instanceof Error ? caught : new Error(String(caught)), sent: change })
      setIsBusy(false)
      return
    }
    showToast(recordWords.undone)
    onUndone()
  }
  const undoByKey = useEffectEvent(() => void undo())
  useEffect(() => offerUndo(() => undoByKey()), [])
  const since = failed?.error instanceof ChangedSinceError ? failed.error : null
  return (
    <>
      {since === null ? (
        <DeletionFailure error={failed?.error ?? null} asked={asked} />
      ) : (
        <Alert
          tone="warning"
          title={changedSinceWords.notUndone(since.changed)}
          actions={
            <Button size="sm" busy={isBusy} onClick={() => void undo(valuesOf(since.record, saved.now))}>
              {changedSinceWords.undoAnyway}
            </Button>
          }
        />
      )}
      <Button size="lg" icon={RotateCcw} busy={isBusy} onClick={() => void undo()}>
        {recordWords.undo}
      </Button>
    </>
  )
}
