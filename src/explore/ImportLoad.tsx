import { Pause, Play } from 'lucide-react'
import type { CsvTable } from '../client/csvTable.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { explainWrite, storedWords } from './explainWrite.ts'
import type { Asked } from './failure.ts'
import { ImportBar, SetAside } from './ImportProgress.tsx'
import { paceWords } from './loadPace.ts'
import type { ImportStage } from './useTableImport.ts'

export interface ImportLoadProps {
  readonly stage: Extract<ImportStage, { kind: 'loading' | 'ended' }>
  readonly table: CsvTable
  readonly asked: Asked
  readonly onPause: () => void
  readonly onResume: () => void
}

/** How far a load is, how it ended, and the rows that were set aside on its way. */
export function ImportLoad({ stage, table, asked, onPause, onResume }: ImportLoadProps) {
  const { loaded, refused } = stage.progress
  return (
    <>
      {stage.kind === 'loading' ? (
        <ImportBar
          label="Rows loaded"
          title={stage.paused ? 'Paused' : 'Loading'}
          detail={stage.paused ? 'What is loaded stays.' : 'in batches; each is stored whole or not at all'}
          done={loaded}
          total={table.rows}
          paused={stage.paused}
          pace={stage.paused ? [] : paceWords(loaded + refused.length, table.rows, stage.milliseconds)}
        >
          <Button icon={stage.paused ? Play : Pause} data-autofocus="" onClick={stage.paused ? onResume : onPause}>
            {stage.paused ? 'Resume' : 'Pause'}
          </Button>
        </ImportBar>
      ) : (
        <ImportBar
          label="Rows loaded"
          title={ENDS[stage.why]}
          detail={stage.why === 'stopped' ? 'The batch that was on its way may be stored too.' : ''}
          done={loaded}
          total={table.rows}
        />
      )}
      {stage.kind === 'ended' && stage.error !== null && <Ended error={stage.error} asked={asked} loaded={loaded} />}
      <SetAside table={table} rows={refused} />
    </>
  )
}

const ENDS = { done: 'Loaded', stopped: 'Stopped', failed: 'The load ended early' } as const

function Ended({ error, asked, loaded }: { readonly error: Error; readonly asked: Asked; readonly loaded: number }) {
  const { what, remedy, serverText } = explainWrite(error, asked)
  return (
    <Alert title={what} serverText={serverText}>
      {remedy} {storedWords(error, loaded)}
    </Alert>
  )
}
