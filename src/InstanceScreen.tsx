import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import styles from './App.module.css'
import { httpHandler } from './client/httpHandler.ts'
import { tablesQuery } from './client/queries.ts'
import type { Table } from './client/tables.ts'
import { useManners } from './client/useManners.ts'
import { EngineGate, type Engine } from './EngineGate.tsx'
import { copyText } from './explore/copyText.ts'
import { DamageNote } from './explore/DamageNote.tsx'
import { InstancePicker } from './explore/InstancePicker.tsx'
import { instanceClient, shownTable } from './explore/instanceClient.ts'
import { linkWords } from './explore/linkWords.ts'
import { OfflineNote } from './explore/OfflineNote.tsx'
import { placeOf } from './explore/placeOf.ts'
import { QueryView } from './explore/QueryView.tsx'
import { RailLists } from './explore/Rail.tsx'
import { ResourcePicker } from './explore/ResourcePicker.tsx'
import { RowCount } from './explore/RowCount.tsx'
import { findTable, tableTitle } from './explore/tableNames.ts'
import { Slash, TopBar, WhereButton, type TopBarProps } from './explore/TopBar.tsx'
import { useTableFields } from './explore/useTableFields.ts'
import { useTables } from './explore/useTables.ts'
import { useTableTasks } from './explore/useTableTasks.tsx'
import { useCapabilities } from './state/capabilities.ts'
import type { Instance } from './state/instances.ts'
import { useToken } from './state/tokens.ts'
import { emptyView, encodeView, navigate, type View } from './state/view.ts'
import { Dialog } from './ui/Dialog.tsx'
import { showToast } from './ui/Toast.tsx'
import { useMediaQuery } from './ui/useMediaQuery.ts'

/** What all screens of the page have; `engine` is null in a build without it. */
export interface Shared {
  readonly engine: Engine | null
  readonly instances: readonly Instance[]
  readonly onInstance: (instance: Instance) => void
  readonly onNew: () => void
  readonly onEdit: (instance: Instance) => void
  readonly onAll: () => void
  readonly onRequests: () => void
  /** What is being typed into the open Instance picker, which outlives the screen that it began on; null: it is closed. */
  readonly picking: string | null
  readonly onPicking: (picking: string | null) => void
  readonly settings: TopBarProps['settings']
  readonly settingsRef: TopBarProps['settingsRef']
  readonly headingRef: TopBarProps['headingRef']
}

interface Current {
  readonly instance: Instance
  readonly view: View
}

/** One instance: its tables in the rail, and the query and the result of the one that is shown. */
export function InstanceScreen({
  engine,
  instance,
  view,
  instances,
  onInstance,
  onNew,
  onEdit,
  onAll,
  onRequests,
  picking,
  onPicking,
  settings,
  settingsRef,
  headingRef,
}: Shared & Current) {
  const { token } = useToken(instance)
  const { id, baseUrl, prefix, tokenHeader, title } = instance
  const handler = (instance.origin === 'embedded' && engine?.handler) || httpHandler
  const client = useMemo(
    () => instanceClient(handler, { id, baseUrl, prefix, tokenHeader }, token, window.location.origin),
    [handler, id, baseUrl, prefix, tokenHeader, token],
  )
  // The catalogue may put the tables in another order, which must not change the one that is shown.
  const listed = useQuery(tablesQuery(instance.id, client))
  const tables = useTables(instance.id, client)
  const resource = shownTable(view, instance, listed.data)
  const fields = useTableFields(instance.id, client, resource, view.mode === 'sql')
  const phone = useMediaQuery('(max-width: 639.98px)')
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const [open, setOpen] = useState(phone && picking !== null)
  const table = resource === null ? null : tableTitle(tables.data, resource)

  useEffect(() => {
    document.title = [table, title, 'Rowan'].filter(Boolean).join(' · ')
  }, [table, title])

  const floats = narrow && !phone
  useEffect(() => {
    if (!floats || !open) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [floats, open])

  const current = resource === null ? null : (findTable(tables.data, resource)?.id ?? resource)
  const onResource = (chosen: string) => {
    setOpen(false)
    if (chosen !== current) navigate({ ...emptyView, ...placeOf(instance, instances), resource: chosen })
  }
  const card = useCapabilities(instance)
  const tasks = useTableTasks({
    instance,
    client,
    hasToken: token !== null,
    isKnownNot: card?.writes === 'no',
    onOpen: onResource,
    onDeleted: (gone) =>
      gone.id === current && navigate({ ...emptyView, ...placeOf(instance, instances), resource: null }, 'replace'),
  })
  const share = async () => {
    const { origin, pathname, search } = window.location
    const hash = encodeView({ ...view, ...placeOf(instance, instances), resource })
    const link = `${origin}${pathname}${search}#${hash}`
    const copied = await copyText(link)
    showToast(copied ? linkWords(link) : 'The browser does not let the page copy. The link is in the address bar.')
  }
  const picker = { instances, instance, onInstance, onNew, onEdit: () => onEdit(instance), onAll, picking, onPicking }
  const isListed = useManners(client).listsTables !== false
  const rowCount = (counted: Table, isCurrent: boolean) => (
    <RowCount instance={instance} client={client} resource={counted.id} isCurrent={isCurrent} />
  )
  const state = instance.origin === 'embedded' ? engine?.status() : undefined
  const isShut = state?.phase === 'failed' && state.store === null
  const hasToken = token !== null
  // Why nothing came of the query, or of the list where there is no table to query, is told beside it.
  const isToldBeside = resource !== null || view.mode === 'filter'
  const tableProps = { instance: title, hasToken, tables, isListed, isShut, resource, onResource, rowCount }
  const rail = (
    <nav className={styles.rail} aria-label="Tables and fields" data-floats={floats || undefined}>
      <RailLists
        {...tableProps}
        fields={fields}
        isToldBeside={isToldBeside}
        onNewTable={tasks.onNewTable}
        onDeleteTable={tasks.onDeleteTable}
      />
    </nav>
  )
  return (
    <div className={styles.app}>
      <TopBar
        settings={settings}
        settingsRef={settingsRef}
        heading={`Rowan, ${title}`}
        headingRef={headingRef}
        onShare={() => void share()}
        rail={floats ? { open, onToggle: () => setOpen(!open) } : undefined}
      >
        {phone ? (
          <WhereButton instance={instance} table={table} onOpen={() => setOpen(true)} />
        ) : (
          <>
            <InstancePicker {...picker} />
            <Slash />
            <ResourcePicker {...tableProps} />
          </>
        )}
      </TopBar>
      {!narrow && rail}
      {floats && open && (
        <>
          <button
            type="button"
            className={styles.away}
            aria-label="Hide tables and fields"
            onClick={() => setOpen(false)}
          />
          {rail}
        </>
      )}
      {tasks.dialog}
      <div className={styles.notes}>
        <DamageNote />
        {instance.origin !== 'embedded' && <OfflineNote instanceId={instance.id} />}
      </div>
      {phone && open && (
        <Dialog title="Tables" width="sheet" onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            <InstancePicker {...picker} look="field" />
            <ResourcePicker {...tableProps} look="field" />
          </div>
          {rail}
        </Dialog>
      )}
      <EngineGate engine={instance.origin === 'embedded' ? engine : null} instanceId={instance.id}>
        <QueryView
          instance={instance}
          client={client}
          view={resource === view.resource ? view : { ...view, resource }}
          onRequests={onRequests}
        />
      </EngineGate>
    </div>
  )
}
