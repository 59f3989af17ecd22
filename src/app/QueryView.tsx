import { toolWords } from '../words/en/filter/tools.ts'
import { useQuery } from '@tanstack/react-query'
import { Activity, Bookmark } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { copiesEngine } from '../copies/copiesEngine.ts'
import { CopyButton } from '../features/copy/CopyButton.tsx'
import { ToolGroup } from '../features/result/ToolGroup.tsx'
import { queryOf } from '../workspace/edits/viewEdits.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { useProfile } from '../instances/profile/useProfile.ts'
import type { Profile } from '../instances/profile/profile.ts'
import type { Field } from '../protocol/field.ts'
import { navigate, type View } from '../workspace/view.ts'
import { useShownSheet } from '../workspace/sheets/sheets.ts'
import type { Instance } from '../instances/instance.ts'
import { Button } from '../ui/Button.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { optionalComponent } from '../ui/later.tsx'
import { Tabs, type Tab } from '../ui/Tabs.tsx'
import { showToast } from '../ui/Toast.tsx'
import { FilterView } from '../features/filter/FilterView.tsx'
import { prefetchSql, SqlMode } from '../features/sql/SqlMode.tsx'
import type { WrittenStatement } from '../features/sql/sqlViewProps.ts'
import { appWords } from '../words/en/app.ts'
import { BarPlace, StatusPlace } from '../features/result/sheetPlaces.ts'
import styles from '../features/result/SheetView.module.css'
import { findTable, tableTitle, tableId } from '../features/tables/tableNames.ts'
import { useOpenRecord } from '../features/record/useOpenRecord.ts'
import { tablesQuery } from '../results/queries.ts'
import { useProbe } from '../features/connect/useProbe.ts'
import { useTables } from '../features/tables/useTables.ts'

const CopyBar = optionalComponent(() => import('../features/copy/CopyBar.tsx').then((module) => module.CopyBar))
const keepMeanwhile = (
  <Button variant="ghost" icon={Bookmark} collapses={3} disabled>
    {toolWords.keep}
  </Button>
)
const KeepButton = optionalComponent(
  () => import('../features/kept/KeepButton.tsx').then((module) => module.KeepButton),
  keepMeanwhile,
)
const TokenNotice = optionalComponent(() =>
  import('../features/connect/TokenNotice.tsx').then((module) => module.TokenNotice),
)

export interface QueryViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
  /** The first rows are here, and what they need not may load. */
  readonly isIdle: boolean
  /** Adds records of a file to the table; absent where that can't be. */
  readonly onAddRecords: (() => void) | undefined
  /** The button that shares what is shown. */
  readonly share: ReactNode
  /** Shows the log of requests. */
  readonly onRequests: () => void
}

/** The query and its result, `<main>`, and the status bar, in the grid areas `main` and `status` of the page. */
export function QueryView(props: QueryViewProps) {
  const { instance, client, view, fields, isIdle, onAddRecords, share, onRequests } = props
  const [statusBar, setStatusBar] = useState<HTMLElement | null>(null)
  const [phoneBar, setPhoneBar] = useState<HTMLElement | null>(null)
  const tables = useTables(instance.id, client)
  const listed = useQuery(tablesQuery(instance.id, client))
  const resource = view.resource ?? instance.resource
  const isListed = useProfile(client, ({ listsTables }) => listsTables !== false)
  const sql = useProfile(client, (profile) => profile.sql)
  const isTokenRefused = useProfile(client, ({ token }) => token === 'refused')
  useProbe(
    { instance, client },
    listed.isPending ? undefined : isListed ? (listed.data?.length ?? null) : null,
    resource,
  )
  const sheet = useShownSheet()
  const title = resource === null ? appWords.records : tableTitle(tables.data, resource)
  const openRecord = useOpenRecord(instance, client)
  const choose = (mode: View['mode']) => {
    if (mode === 'sql' && openRecord.isTyped) showToast(appWords.recordIsKept)
    navigate({ ...view, mode })
  }
  const id = tableId(tables.data, resource)
  const shownNames = [resource ?? '', id ?? '', ...(findTable(tables.data, id ?? '')?.aliases ?? [])]
  const keep = (isShown: boolean, records: number | null, columns?: number, written?: WrittenStatement) =>
    !isIdle ? (
      keepMeanwhile
    ) : (
      <KeepButton
        instance={instance}
        client={client}
        view={view}
        written={{ ...view, ...written }}
        tableId={id}
        isShown={isShown}
        count={records === null ? null : columns === undefined ? { records } : { records, columns }}
      />
    )
  const copyHere = instance.origin !== 'embedded' && copiesEngine() !== null && (
    <ToolGroup>
      <CopyButton
        request={!isIdle || resource === null ? null : { instance, client, query: queryOf(view, resource), title }}
      />
    </ToolGroup>
  )
  const shared = { instance, client, view, share, copyHere }
  return (
    <>
      <main className={styles.main}>
        <div className={styles.query} data-mode={view.mode}>
          <div className={styles.tabs}>
            <Tabs
              label={appWords.queryMode}
              tabs={modes(sql)}
              value={view.mode}
              onChange={choose}
              onRefused={(reason) => showToast(appWords.refused(reason))}
              onIntent={prefetchSql}
            />
          </div>
          <StatusPlace value={statusBar}>
            <BarPlace value={phoneBar}>
              <Boundary of={`${view.mode} ${id} ${sheet}`}>
                {view.mode === 'filter' ? (
                  <FilterView
                    key={sheet}
                    {...shared}
                    keep={keep}
                    fields={fields}
                    resource={resource}
                    tableId={id}
                    title={title}
                    tables={tables.isSuccess && isListed ? tables.data.length : null}
                    tablesError={tables.error}
                    openRecord={openRecord}
                    onAddRecords={onAddRecords}
                  />
                ) : (
                  <SqlMode
                    key={sheet}
                    {...shared}
                    keep={(isShown, records, written) => keep(isShown, records, undefined, written)}
                    // Only the id is a name in SQL, and while the list is on its way it may not be known.
                    tableId={tables.isPending ? null : id}
                    title={title}
                  />
                )}
              </Boundary>
            </BarPlace>
          </StatusPlace>
        </div>
        {/* Below the query: it comes late, and above it would move what the pointer is on. */}
        {client.hasToken && isTokenRefused && <TokenNotice instance={instance} />}
        {isIdle && (
          <Boundary of={id ?? ''}>
            <CopyBar instance={instance} resources={shownNames} />
          </Boundary>
        )}
      </main>
      <footer className={styles.status}>
        <div ref={setStatusBar} className={styles.said} />
        <Button variant="ghost" size="sm" icon={Activity} iconOnly label={appWords.requestLog} onClick={onRequests} />
      </footer>
      <div ref={setPhoneBar} className={styles.phoneBar} />
    </>
  )
}

/** A mode that the server does not have is disabled, with the reason. */
function modes(sql: Profile['sql']): readonly Tab<View['mode']>[] {
  const reason = sql === 'off' || sql === 'refused' ? appWords.noSql[sql] : undefined
  return [
    { value: 'filter', title: appWords.modes.filter },
    { value: 'sql', title: appWords.modes.sql, disabled: reason },
  ]
}
