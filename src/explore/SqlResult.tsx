import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { countStatement, readStatement, type ReadOptions, type WholeAnswer } from '../client/readStatement.ts'
import { extentOfAnswer, type ResultExtent } from '../client/resultExtent.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { SqlAnswer } from '../protocol/answers.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ExportButton, type ExportHandle } from './ExportButton.tsx'
import { explainFailure, type Asked } from './failure.ts'
import { FailureAlert } from './FailureAlert.tsx'
import { clockWords } from './figures.ts'
import { createGridPlace } from './gridPlace.ts'
import { lostWords } from './lostWords.ts'
import frame from './QueryView.module.css'
import styles from './SqlView.module.css'
import { StatusBar, type Outcome } from './StatusBar.tsx'
import { getAllWords, statusText } from './statusText.ts'
import { useGridColumns } from './useGridColumns.ts'
import { running } from './useResultTasks.ts'
import { useTask, type TaskState } from './useTask.ts'

/** The last answer that came, which stays when a later run fails. */
export interface Good {
  readonly sql: string
  readonly answer: SqlAnswer
  readonly milliseconds: number
  /** When it came, ms since 1970. */
  readonly at: number
}

export interface SqlResultProps {
  readonly good: Good | null
  readonly isBusy: boolean
  /** The statement was changed since. */
  readonly isEdited: boolean
  readonly client: ActionClient
  /** The most rows that the server gives in one answer; null where that is not known. */
  readonly rowCap: number | null
  readonly asked: Asked
  readonly title: string
  readonly exporting: React.RefObject<ExportHandle | null>
  readonly statusBar: HTMLElement | null
  readonly waiting: { readonly name: string; readonly on: string; readonly onStop: () => void } | null
  /** How the last run ended where it brought no answer. */
  readonly ended: Outcome | null
}

/** The answer of the last run that brought one: its rows, how far they go, and what can be done about that. */
export function SqlResult(props: SqlResultProps) {
  const { good, isBusy, isEdited, client, rowCap, asked, title, exporting, statusBar, waiting, ended } = props
  const [place] = useState(createGridPlace)
  const whole = useTask<WholeAnswer>(`${good?.at} ${good?.sql}`)
  const answer = whole.state.kind === 'done' ? whole.state.value.answer : (good?.answer ?? NO_ANSWER)
  const { rows } = answer
  const columns = useGridColumns(answer.fields)
  const count = useTask<number>(`${good?.at} ${good?.sql}`)
  const counted = count.state.kind === 'done' ? count.state.value : null
  const extent = good === null ? null : extentOf(good, whole.state, counted, rowCap)
  const getAll =
    good === null || extent === null || !canGetMore(extent)
      ? null
      : (options: ReadOptions) => readStatement(client, good.sql, good.answer, options)
  const actions = getAll === null ? [] : [{ title: getAllWords(counted), onAct: () => whole.start(getAll) }]
  if (good !== null && getAll !== null && counted === null) {
    const { sql } = good
    actions.push({
      title: 'Count exactly',
      onAct: () => count.start(({ signal }) => countStatement(client, sql, signal)),
    })
  }
  const failed = whole.state.kind === 'failed' ? whole : count.state.kind === 'failed' ? count : null
  const lost = good === null ? null : lostWords(answer.fields, answer.lost)
  const isOld = good !== null && (ended !== null || isBusy)
  return (
    <section className={styles.result} aria-label="Result">
      <div className={styles.bar}>
        <h2>Result</h2>
        {good !== null && (isOld || isEdited) && (
          <span>
            of the run at {clockWords(good.at)}
            {isEdited ? ', before this edit' : ''}
          </span>
        )}
        <span className={frame.spacer} />
        {lost !== null && (
          <span className={styles.lost} role="note">
            <Icon icon={TriangleAlert} size={12} />
            <span>{lost}</span>
          </span>
        )}
        <ExportButton
          ref={exporting}
          small
          title={`${title} query`}
          source={
            extent === null
              ? null
              : { kind: 'rows', fields: answer.fields, rows, cutAt: extent.cut?.at ?? null, lost, getAll, asked }
          }
        />
      </div>
      {failed?.state.kind === 'failed' && (
        <div className={frame.notice}>
          <FailureAlert
            failure={explainFailure(failed.state.error, asked)}
            actions={
              <Button size="sm" onClick={failed.stop}>
                Close
              </Button>
            }
          />
        </div>
      )}
      <div className={frame.grid}>
        <DataGrid
          label="Records"
          columns={columns}
          rowCount={rows.length}
          rowCountIsKnown
          row={(index) => rows[index]}
          busy={isBusy}
          stale={good !== null && isBusy}
          resetKey={String(good?.at ?? 0)}
          onActiveCell={(cell) => place.set({ cell })}
          onVisibleRows={(start, end) => place.set({ start, end })}
        >
          {good === null && !isBusy && ended === null ? (
            <p className={styles.hint}>Run the query to see its records.</p>
          ) : good !== null && rows.length === 0 ? (
            <p className={styles.hint}>The query gave no records.</p>
          ) : null}
        </DataGrid>
      </div>
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={rows.length}
        allLoaded
        waiting={waiting}
        outcome={ended ?? (extent === null ? { kind: 'none' } : { kind: 'done', text: statusText(extent, 'here') })}
        task={running('Getting all', whole) ?? running('Counting', count)}
        actions={actions}
      />
    </section>
  )
}

/** How far the rows go: as they came with the answer, or all that were got since. */
function extentOf(
  { sql, answer, milliseconds }: Good,
  whole: TaskState<WholeAnswer>,
  counted: number | null,
  rowCap: number | null,
): ResultExtent {
  const told = extentOfAnswer(sql, answer, milliseconds, rowCap)
  // What only looked like a cut is none where no more rows were counted.
  const extent =
    counted === null ? told : { ...told, total: counted, cut: counted > answer.rows.length ? told.cut : null }
  return whole.kind === 'done' ? { ...extent, ...whole.value, rowCount: whole.value.answer.rows.length } : extent
}

function canGetMore({ cut }: ResultExtent): boolean {
  return cut?.cause === 'serverCap' || cut?.cause === 'maybeCap'
}

const NO_ANSWER: SqlAnswer = { fields: [], rows: [], truncated: false, lost: [] }
