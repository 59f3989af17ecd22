import { useId, useState, type ReactNode, type RefObject } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { isRowan } from '../../instances/profile/isRowan.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { readValues, type ParameterValue } from '../../query/parameterValues.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { shortTitleOf } from '../../sql/shortTitle.ts'
import { acrossWords } from '../../words/en/across/across.ts'
import { runWords } from '../../words/en/sql/runs.ts'
import { navigate, type View } from '../../workspace/view.ts'
import type { ExportHandle } from '../export/ExportButton.tsx'
import type { Asked, Failure } from '../result/failure.ts'
import type { Outcome } from '../result/StatusBar.tsx'
import { tableTitle } from '../tables/tableNames.ts'
import { useTables } from '../tables/useTables.ts'
import { holdsStatement } from './holdsStatement.ts'
import { PREVIEW, ResultTabs } from './runs/ResultTabs.tsx'
import type { ShownResult } from './runs/shownResults.ts'
import { FIRST, type Asking } from './runs/useAsking.ts'
import { PreviewRows } from './preview/PreviewRows.tsx'
import type { ShownPreview } from './preview/usePreview.ts'
import { SqlResult } from './SqlResult.tsx'
import { tablesRead } from '../../sql/tables/tablesRead.ts'
import { statementTitle } from './statementTitle.ts'
import type { useStatement } from './useStatement.ts'

export interface StatementResultProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  readonly tableId: string | null
  readonly title: string
  readonly asking: Asking
  /** The last run waits for tables to be copied. */
  readonly isHeld: boolean
  readonly statement: ReturnType<typeof useStatement>
  readonly good: AnsweredStatement | null
  readonly asked: Asked
  /** Why the result that is shown failed. */
  readonly failure: Failure | null
  readonly exporting: RefObject<ExportHandle | null>
  /** What stands there before anything has run. */
  readonly before: ReactNode
  readonly previewing: ShownPreview
}

/** The result that is shown, under the tabs of all, if there are several. */
export function StatementResult(props: StatementResultProps) {
  const { client, view, tableId, title, asking, isHeld, statement, good, asked, failure, previewing } = props
  const { results, active, waiting } = asking
  const id = useId()
  // Our own service ends the statement of a client that has gone; others may not.
  const endsThere = useProfile(client, isRowan)
  const [charts, setCharts] = useState<Readonly<Record<string, string>>>({})
  const { preview, isShown: isPreview } = previewing
  const hasTabs = results.length > 1 || (results.length > 0 && preview !== null)
  const isFirst = active === null || active === results[0]
  const chart = isFirst ? view.chart : (charts[active.key] ?? '')
  const isBusy = !isHeld && (active?.state === 'running' || (active?.state === 'unsent' && waiting !== null))
  return (
    <SqlResult
      good={good}
      isBusy={isBusy}
      isEdited={active !== null && isOther(good, active, () => isEdited(asking, active, statement, view))}
      client={good?.by ?? client}
      asked={asked}
      title={statementTitle(good?.sql ?? '', tableId === null ? null : { id: tableId, title })}
      exporting={props.exporting}
      chart={chart}
      onChart={(next) =>
        isFirst ? navigate({ ...view, chart: next }) : setCharts((all) => ({ ...all, [active.key]: next }))
      }
      waiting={waiting === null || isHeld ? null : { run: waiting, on: asked.instance }}
      ranAt={active?.statement.startedAt ?? null}
      before={props.before}
      ended={endOf(active, failure, endsThere)}
      tabs={hasTabs ? { id, list: <TabList {...props} id={id} /> } : null}
      preview={preview !== null && isPreview ? <PreviewRows preview={preview} resultOf={good?.at ?? null} /> : null}
      tab={active?.key ?? FIRST}
      emptyWords={
        isHeld
          ? acrossWords.held
          : active?.state === 'unsent'
            ? isBusy
              ? runWords.waitsForOthers
              : runWords.notSent
            : null
      }
    />
  )
}

function TabList({ instance, client, asking, previewing, id }: StatementResultProps & { readonly id: string }) {
  const { data: tables } = useTables(instance.id, client)
  const { results, active, show } = asking
  const { preview, isShown: isPreview, choose } = previewing
  return (
    <ResultTabs
      results={results}
      hasPreview={preview !== null}
      active={isPreview ? PREVIEW : (active?.key ?? '')}
      onShow={(key) => {
        choose(key === PREVIEW ? 'preview' : 'result')
        if (key !== PREVIEW) show(key)
      }}
      titleOf={(sql) => {
        const short = shortTitleOf(sql)
        if (short !== null) return short.kind === 'grouped' ? runWords.grouped(short.by) : short.name
        const names = tablesRead(sql).map((name) => tableTitle(tables, name))
        return names.length === 0 ? statementTitle(sql, null) : names.join(', ')
      }}
      controls={id}
    />
  )
}

function endOf(active: ShownResult | null, failure: Failure | null, endedThere: boolean): Outcome | null {
  if (active === null) return null
  if (failure !== null) return { kind: 'failed', message: active.error instanceof NetworkError ? null : failure.what }
  return active.stoppedAfter === null ? null : { kind: 'stopped', afterMs: active.stoppedAfter, endedThere }
}

/** Whether the rows, if there are any, are of another statement than the last run's, or that is another than the text has now. */
function isOther(good: AnsweredStatement | null, { statement }: ShownResult, isEditedSince: () => boolean): boolean {
  return (good !== null && good.sql !== statement.statement.sql) || isEditedSince()
}

/** Whether the text, or a value that was put in, has changed since. */
function isEdited(
  { part }: Asking,
  active: ShownResult,
  { text, values }: ReturnType<typeof useStatement>,
  view: Pick<View, 'sql' | 'parameters'>,
): boolean {
  const used = readValues(active.part === null ? view.parameters : (part?.parameters ?? ''))
  const isOther = ([name, value]: readonly [string, ParameterValue]) =>
    JSON.stringify(values[name]) !== JSON.stringify(value)
  if (Object.entries(used).some(isOther)) return true
  if (active.part !== null) return part?.of !== text
  return text.trim() !== view.sql && !holdsStatement(text, active.statement.statement.text)
}
