import { RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { recordWords } from '../../words/en/record/record.ts'
import { writeWords } from '../../words/en/write.ts'
import { offerUndo } from '../../workspace/steps.ts'
import type { Asked } from '../result/failure.ts'
import { DeletionFailure } from './edit/DeletionFailure.tsx'
import { undoWords } from './edit/doubtWords.ts'
import styles from './RecordPanel.module.css'
import type { Deletion } from './edit/useDeletion.ts'

export interface DeletedRecordProps {
  readonly deletion: Deletion & { readonly isInDoubt: boolean; readonly undo: () => Promise<void> }
  readonly asked: Asked
}

/** In the place of a record that was deleted: what undo does, until the panel is closed. */
export function DeletedRecord({ deletion, asked }: DeletedRecordProps) {
  const { step, values, isBusy, isInDoubt, undo } = deletion
  const button = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => button.current?.focus(), [])
  const isOffered = step === 'deleted' && values.length > 0
  const undoByKey = useEffectEvent(() => void undo())
  useEffect(() => (isOffered ? offerUndo(() => undoByKey()) : undefined), [isOffered])
  return (
    <div className={styles.deleted}>
      <output>{step === 'back' ? recordWords.isBack : recordWords.deleted}</output>
      {isOffered && (
        <>
          <p className={styles.quiet}>{undoWords(deletion.doubts)}</p>
          <Button ref={button} size="lg" icon={RotateCcw} busy={isBusy} onClick={() => void undo()}>
            {isInDoubt ? writeWords.lookAgain : recordWords.undo}
          </Button>
        </>
      )}
      <DeletionFailure error={deletion.error} asked={asked} />
    </div>
  )
}
