import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { tablesQuery } from '../client/queries.ts'
import { navigate, type View } from '../state/view.ts'
import type { Instance } from '../state/workspace.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { FilterView } from './FilterView.tsx'
import { prefetchEditor } from './LazyEditor.tsx'
import styles from './QueryView.module.css'
import { SqlView } from './SqlView.tsx'
import { findTable, tableTitle } from './tableNames.ts'

export interface QueryViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
}

/** The query and its result, `<main>`, and the status bar, in the grid areas `main` and `status` of the page. */
export function QueryView({ instance, client, view }: QueryViewProps) {
  const [statusBar, setStatusBar] = useState<HTMLElement | null>(null)
  const tables = useQuery(tablesQuery(instance.id, client))
  const resource = view.resource ?? instance.resource
  const title = resource === null ? 'records' : tableTitle(tables.data, resource)
  const shared = { instance, client, view, statusBar }
  return (
    <>
      <main className={styles.main} data-mode={view.mode}>
        <div className={styles.tabs}>
          <Tabs
            label="Query mode"
            tabs={MODES}
            value={view.mode}
            onChange={(mode) => navigate({ ...view, mode })}
            onIntent={prefetchEditor}
          />
        </div>
        {view.mode === 'filter' ? (
          <FilterView
            {...shared}
            resource={resource}
            title={title}
            tables={tables.isSuccess ? tables.data.length : null}
          />
        ) : (
          <SqlView
            key={instance.id}
            {...shared}
            // Only the id is a name in SQL; while the list is on its way, what was given has to do.
            tableId={
              resource === null ? null : (findTable(tables.data, resource)?.id ?? (tables.isPending ? null : resource))
            }
            title={title}
          />
        )}
      </main>
      <footer ref={setStatusBar} className={styles.status} />
    </>
  )
}

const MODES = [
  { value: 'filter', title: 'Filter' },
  { value: 'sql', title: 'SQL' },
] as const
