import { Pause, Play } from 'lucide-react'
import type { ReadTable } from '../../../formats/readTable.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { intoWords } from '../../../words/en/create/into.ts'
import type { Asked } from '../../result/failure.ts'
import { writeFailure } from '../../write/writeFailure.ts'
import { ImportBar } from '../ImportProgress.tsx'
import { paceWords } from '../load/loadPace.ts'
import type { LoadProgress } from '../load/loadRecords.ts'
import { SetAside } from '../RowProblems.tsx'
import { StillInDoubtError } from './sendRecords.ts'
import { RemovalError, type IntoStage } from './useLoadInto.ts'

export interface IntoLoadProps {
  readonly stage: IntoStage
  readonly file: ReadTable
  /** How many records the table had. */
  readonly before: number
  readonly asked: Asked
  readonly onPause: () => void
  readonly onResume: () => void
}

/** How far the records are, how it ended and exactly where, and the rows that were set aside. */
export function IntoLoad({ stage, file, before, asked, onPause, onResume }: IntoLoadProps) {
  if (stage.kind === 'idle') return stage.error === null ? null : <LoadFailure error={stage.error} asked={asked} />
  const { progress } = stage
  const bar = { label: createWords.rowsLoaded, done: progress.loaded, total: file.rows }
  return (
    <>
      {stage.kind === 'trying' && (
        <ImportBar {...bar} label={intoWords.rowsTried} title={intoWords.trying} detail={intoWords.tryingDetail} />
      )}
      {stage.kind === 'tried' && (
        <ImportBar
          {...bar}
          label={intoWords.rowsTried}
          title={intoWords.tried}
          detail={progress.loaded === 0 ? intoWords.takenNone : intoWords.triedDetail(progress.loaded)}
        />
      )}
      {stage.kind === 'loading' && (
        <ImportBar
          {...bar}
          title={stage.isPaused ? createWords.paused : createWords.loading}
          detail={
            stage.isStopping ? intoWords.stopping : stage.isPaused ? createWords.loadedStays : createWords.inBatches
          }
          paused={stage.isPaused}
          pace={stage.isPaused ? [] : paceWords(progress.loaded, file.rows, stage.milliseconds)}
        >
          <Button icon={stage.isPaused ? Play : Pause} data-autofocus="" onClick={stage.isPaused ? onResume : onPause}>
            {stage.isPaused ? createWords.resume : createWords.pause}
          </Button>
        </ImportBar>
      )}
      {stage.kind === 'removing' && (
        <ImportBar
          label={intoWords.rowsRemoved}
          title={stage.which === 'old' ? intoWords.removing : intoWords.takingBack}
          detail=""
          done={stage.removed}
          total={stage.which === 'old' ? before : progress.loaded}
        />
      )}
      {stage.kind === 'ended' && (
        <>
          <ImportBar {...bar} title={intoWords.ends[stage.end]} detail="" />
          {stage.end !== 'takenBack' && <p>{endWords(stage.end, stage.error, progress, file)}</p>}
          {stage.error !== null && !(stage.error instanceof StillInDoubtError) && (
            <LoadFailure error={stage.error instanceof RemovalError ? stage.error.cause : stage.error} asked={asked} />
          )}
        </>
      )}
      {!(stage.kind === 'ended' && stage.end === 'takenBack') && (
        <SetAside table={file} rows={progress.refused} isBefore={stage.kind === 'trying' || stage.kind === 'tried'} />
      )}
    </>
  )
}

/** Exactly what is in the table, and what isn't known. */
function endWords(
  end: Extract<IntoStage, { kind: 'ended' }>['end'],
  error: Error | null,
  { through, doubt }: LoadProgress,
  { numbering }: ReadTable,
): string {
  const unit = intoWords.numbering[numbering]
  if (end === 'heldBack') return intoWords.heldBack
  if (end === 'othersChanged') return intoWords.othersChanged
  if (error instanceof RemovalError) return error.which === 'old' ? intoWords.cutWhileRemoving : ''
  if (error instanceof StillInDoubtError) return intoWords.stillInDoubt
  if (end === 'done' || end === 'takenBack') return ''
  if (doubt !== null) return intoWords.inDoubt(unit, through, doubt.first, doubt.last)
  return intoWords.storedThrough(unit, through)
}

/** What went wrong, and what to do. */
export function LoadFailure({ error, asked }: { readonly error: Error; readonly asked: Asked }) {
  const { what, remedy, serverText } = writeFailure(error, asked)
  return (
    <Alert title={what} serverText={serverText}>
      {remedy ?? undefined}
    </Alert>
  )
}
