import { Activity } from 'lucide-react'
import { useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { useManners } from '../client/useManners.ts'
import { useCapabilities } from '../state/capabilities.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { navigate, type View } from '../state/view.ts'
import type { Instance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Tabs, type Tab } from '../ui/Tabs.tsx'
import { showToast } from '../ui/Toast.tsx'
import { FilterView } from './FilterView.tsx'
import { prefetchEditor } from './LazyEditor.tsx'
import styles from './QueryView.module.css'
import { SqlView } from './SqlView.tsx'
import { findTable, tableTitle } from './tableNames.ts'
import { TokenNotice } from './TokenNotice.tsx'
import { useOpenRecord } from './useOpenRecord.ts'
import { useProbe, useTokenNews } from './useProbe.ts'
import { useTables } from './useTables.ts'

export interface QueryViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** Shows the log of requests. */
  readonly onRequests: () => void
}

/** The query and its result, `<main>`, and the status bar, in the grid areas `main` and `status` of the page. */
export function QueryView({ instance, client, view, onRequests }: QueryViewProps) {
  const [statusBar, setStatusBar] = useState<HTMLElement | null>(null)
  const tables = useTables(instance.id, client)
  const resource = view.resource ?? instance.resource
  const card = useCapabilities(instance)
  const isListed = useManners(client).listsTables !== false
  useProbe(instance, tables.isPending ? undefined : isListed ? (tables.data?.length ?? null) : null, resource)
  useTokenNews(instance, client)
  const title = resource === null ? 'records' : tableTitle(tables.data, resource)
  const openRecord = useOpenRecord()
  const choose = (mode: View['mode']) => {
    if (mode === 'sql' && openRecord.isTyped) showToast('The record that is being changed is kept under Filter.')
    navigate({ ...view, mode })
  }
  const shared = { instance, client, view, statusBar }
  return (
    <>
      <main className={styles.main}>
        <TokenNotice instance={instance} />
        <div className={styles.query} data-mode={view.mode}>
          <div className={styles.tabs}>
            <Tabs
              label="Query mode"
              tabs={modes(card)}
              value={view.mode}
              onChange={choose}
              onRefused={(reason) => showToast(`${reason}.`)}
              onIntent={prefetchEditor}
            />
          </div>
          {view.mode === 'filter' ? (
            <FilterView
              {...shared}
              resource={resource}
              title={title}
              tables={tables.isSuccess && isListed ? tables.data.length : null}
              tablesError={tables.error}
              openRecord={openRecord}
            />
          ) : (
            <SqlView
              key={instance.id}
              {...shared}
              // Only the id is a name in SQL; while the list is on its way, what was given has to do.
              tableId={
                resource === null
                  ? null
                  : (findTable(tables.data, resource)?.id ?? (tables.isPending ? null : resource))
              }
              title={title}
            />
          )}
        </div>
      </main>
      <footer className={styles.status}>
        <div ref={setStatusBar} className={styles.said} />
        <Button variant="ghost" size="sm" icon={Activity} iconOnly label="Request log" onClick={onRequests} />
      </footer>
    </>
  )
}

/** A mode that the server does not have says so where it would be chosen. */
function modes(card: Capabilities | null): readonly Tab<View['mode']>[] {
  return [
    { value: 'filter', title: 'Filter' },
    { value: 'sql', title: 'SQL', disabled: card === null ? undefined : NO_SQL[card.sql] },
  ]
}

const NO_SQL: Readonly<Partial<Record<Capabilities['sql'], string>>> = {
  off: 'SQL is off on this server',
  refused: 'SQL on this server needs a token that may use it',
}
