import { useMemo, useState } from 'react'
import { explainFailure } from '../../features/result/failure.ts'
import { gridColumns } from '../../features/result/gridColumns.ts'
import { createGridPlace } from '../../features/result/gridPlace.ts'
import { StatusBar } from '../../features/result/StatusBar.tsx'
import { statusText } from '../../features/result/statusText.ts'
import { filledText } from '../../features/sql/runs/filledText.ts'
import { useAnswerExtent } from '../../features/sql/useAnswerExtent.ts'
import { useSqlRun } from '../../features/sql/useSqlRun.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { readValues } from '../../query/parameterValues.ts'
import { localRows } from '../../rows/localRows.ts'
import { embedWords } from '../../words/en/embed.ts'
import type { View } from '../../workspace/view.ts'
import { EmbeddedFailure } from './EmbeddedFailure.tsx'
import styles from './Embedded.module.css'

export interface EmbeddedStatementProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
}

/** The answer to a statement, to the first one if there are several, which runs without a token. */
export function EmbeddedStatement({ instance, client, view }: EmbeddedStatementProps) {
  const [place] = useState(createGridPlace)
  const sql = firstStatement(view)
  const { waiting, error, good, start, stoppedAfter } = useSqlRun(instance.id, client, sql)
  const answer = good?.answer ?? null
  const { extent, isAsking } = useAnswerExtent(good, client, IDLE, null)
  const columns = useMemo(() => gridColumns(answer?.fields ?? []), [answer])
  const source = useMemo(() => localRows({ fields: answer?.fields ?? [], rows: answer?.rows ?? [] }), [answer])
  const asked = { instance: instance.title, table: null, hasToken: false, address: instance.baseUrl }
  const failure = error === null ? null : explainFailure(error, asked)
  return (
    <>
      <pre className={styles.statement}>{sql}</pre>
      <div className={styles.grid}>
        <DataGrid
          label={embedWords.records}
          columns={columns}
          rows={source}
          busy={waiting !== null}
          stale={good !== null && waiting !== null}
          resetKey={sql}
          onVisibleRows={(from, end) => place.set({ start: from, end })}
        >
          {failure !== null && <EmbeddedFailure failure={failure} onRetry={() => start(sql)} />}
        </DataGrid>
      </div>
      <footer className={styles.status}>
        <StatusBar
          place={place}
          rowCount={answer?.rows.length ?? 0}
          allLoaded
          waiting={waiting === null ? null : { run: waiting, on: instance.title }}
          outcome={
            failure !== null
              ? { kind: 'failed', message: null }
              : stoppedAfter !== null
                ? { kind: 'stopped', afterMs: stoppedAfter }
                : extent === null
                  ? { kind: 'none' }
                  : { kind: 'done', text: statusText(extent, isAsking ? 'loading' : 'here') }
          }
        />
      </footer>
    </>
  )
}

/** The first of its statements, with the values of its parameters; as it is written while one has none. */
function firstStatement({ sql, parameters }: View): string {
  const [first] = filledText(sql, readValues(parameters), () => null).statements ?? []
  return first?.sql ?? sql
}

const IDLE = { kind: 'idle' } as const
