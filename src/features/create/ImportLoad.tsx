import { Pause, Play } from 'lucide-react'
import type { ReadTable } from '../../formats/readTable.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { createWords } from '../../words/en/create/create.ts'
import type { Asked } from '../result/failure.ts'
import { storedAfter, writeFailure } from '../write/writeFailure.ts'
import { ImportBar } from './ImportProgress.tsx'
import { SetAside } from './RowProblems.tsx'
import { paceWords } from './load/loadPace.ts'
import type { ImportStage } from './useTableImport.ts'

export interface ImportLoadProps {
  readonly stage: Extract<ImportStage, { kind: 'loading' | 'ended' }>
  readonly table: ReadTable
  readonly asked: Asked
  readonly onPause: () => void
  readonly onResume: () => void
}

/** How far a load is, how it ended, and the rows it set aside. */
export function ImportLoad({ stage, table, asked, onPause, onResume }: ImportLoadProps) {
  const { loaded, refused } = stage.progress
  return (
    <>
      {stage.kind === 'loading' ? (
        <ImportBar
          label={createWords.rowsLoaded}
          title={stage.paused ? createWords.paused : createWords.loading}
          detail={stage.paused ? createWords.loadedStays : createWords.inBatches}
          done={loaded}
          total={table.rows}
          paused={stage.paused}
          pace={stage.paused ? [] : paceWords(loaded + refused.length, table.rows, stage.milliseconds)}
        >
          <Button icon={stage.paused ? Play : Pause} data-autofocus="" onClick={stage.paused ? onResume : onPause}>
            {stage.paused ? createWords.resume : createWords.pause}
          </Button>
        </ImportBar>
      ) : (
        <ImportBar
          label={createWords.rowsLoaded}
          title={createWords.ends[stage.why]}
          detail={stage.why === 'stopped' ? createWords.batchMayBeStored : ''}
          done={loaded}
          total={table.rows}
        />
      )}
      {stage.kind === 'ended' && stage.error !== null && <Ended error={stage.error} asked={asked} loaded={loaded} />}
      <SetAside table={table} rows={refused} />
    </>
  )
}

function Ended({ error, asked, loaded }: { readonly error: Error; readonly asked: Asked; readonly loaded: number }) {
  const { what, remedy, serverText } = writeFailure(error, asked)
  return (
    <Alert title={what} serverText={serverText}>
      {storedAfter(error, loaded, remedy)}
    </Alert>
  )
}
