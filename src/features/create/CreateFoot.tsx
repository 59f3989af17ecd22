import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { LeaveQuestion } from '../../ui/notes/LeaveQuestion.tsx'
import { createWords } from '../../words/en/create/create.ts'
import { writeWords } from '../../words/en/write.ts'
import styles from './CreateTableDialog.module.css'
import type { ImportStage } from './useTableImport.ts'
import type { Missing } from './whatIsMissing.ts'

export interface CreateFootProps {
  readonly stage: ImportStage
  /** Where the file is read, nothing leaves this device. */
  readonly isEmbedded: boolean
  readonly missing: Missing | null
  /** Further files that were dropped or chosen. */
  readonly waiting: readonly File[]
  /** What would be lost by Cancel, if that is being asked. */
  readonly asksCancel: string | null
  readonly onCancel: () => void
  readonly onStay: () => void
  readonly onLeave: () => void
  /** Leaves this file out. */
  readonly onSkip: () => void
  readonly onRestart: () => void
  readonly onStop: () => void
  /** The table was sent and is only looked for. */
  readonly isInDoubt: boolean
  readonly onCreate: () => void
  readonly isDropInDoubt: boolean
  readonly isDropping: boolean
  readonly onDrop: () => void
  readonly onOpen: () => void
}

/** The line of buttons of the dialog, and why the table can't be made yet. */
export function CreateFoot(props: CreateFootProps) {
  const { stage, missing, waiting, asksCancel } = props
  const said = useId()
  const isOpen = stage.kind === 'source' || (stage.kind === 'ready' && !props.isInDoubt)
  const isHeld = missing !== null && !props.isInDoubt
  const cancel = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  const isAsking = asksCancel !== null
  useEffect(() => {
    if (wasAsking.current && !isAsking && document.activeElement === document.body) cancel.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const skip = waiting[0] && (
    <Button size="lg" onClick={props.onSkip}>
      {createWords.skip}
    </Button>
  )
  if (isAsking)
    return (
      <LeaveQuestion onStay={props.onStay} onLeave={props.onLeave} also={skip}>
        {asksCancel}
      </LeaveQuestion>
    )
  return (
    <>
      <span className={styles.remark} id={said}>
        {stage.kind === 'ready' && isHeld
          ? createWords.missing[missing]
          : isOpen
            ? props.isEmbedded
              ? createWords.nothingStoredYet
              : createWords.nothingSentYet
            : ''}
      </span>
      {(stage.kind === 'source' || stage.kind === 'ready') && (
        <>
          <Button ref={cancel} size="lg" variant="ghost" onClick={props.onCancel}>
            {createWords.cancel}
          </Button>
          {skip}
        </>
      )}
      {(stage.kind === 'checking' || stage.kind === 'loading') && (
        <Button size="lg" onClick={stage.kind === 'checking' ? props.onRestart : props.onStop}>
          {createWords.stop}
        </Button>
      )}
      {stage.kind === 'ready' && (
        <Button
          size="lg"
          variant="primary"
          aria-disabled={isHeld || undefined}
          aria-describedby={isHeld ? said : undefined}
          onClick={() => !isHeld && props.onCreate()}
        >
          {props.isInDoubt ? writeWords.lookAgain : createWords.create}
        </Button>
      )}
      {stage.kind === 'ended' && (
        <>
          <Button size="lg" variant="danger" busy={props.isDropping} onClick={props.onDrop}>
            {props.isDropInDoubt ? writeWords.lookAgain : createWords.deleteTable}
          </Button>
          <Button size="lg" variant="primary" data-autofocus="" onClick={props.onOpen}>
            {stage.why === 'done' ? createWords.showTable : createWords.keep(stage.progress.loaded)}
          </Button>
        </>
      )}
    </>
  )
}
