import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { appWords } from '../words/en/app.ts'
import styles from './App.module.css'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { tablesQuery } from '../results/queries.ts'
import type { Narrowing } from '../instances/catalogue/cataloguePage.ts'
import type { Table } from '../instances/catalogue/table.ts'
import { useProfile } from '../instances/profile/useProfile.ts'
import { EngineGate, type Engine } from './EngineGate.tsx'
import { carryFile } from '../features/create/drop/carriedFile.ts'
import { DamageNote } from '../features/settings/DamageNote.tsx'
import { InstancePicker } from '../features/connect/InstancePicker.tsx'
import { openSession } from '../instances/session.ts'
import { loadFailureWords } from '../features/result/failure.ts'
import { shownTable } from '../workspace/shownTable.ts'
import { OfflineNote } from './OfflineNote.tsx'
import { placeOf } from '../features/connect/placeOf.ts'
import { QueryView } from './QueryView.tsx'
import { RailLists } from '../features/tables/Rail.tsx'
import { ResourcePicker } from '../features/tables/ResourcePicker.tsx'
import { findTable, tableTitle, tableId } from '../features/tables/tableNames.ts'
import { Slash, TopBar, WhereButton, type TopBarProps } from './TopBar.tsx'
import { useTableFields } from '../features/tables/useTableFields.ts'
import { cataloguedQuery } from '../features/tables/catalogued.ts'
import { useTables } from '../features/tables/useTables.ts'
import { useTableTasks } from '../features/tables/useTableTasks.tsx'
import { useLock } from '../features/write/locks.ts'
import type { Instance } from '../instances/instance.ts'
import { useToken } from '../instances/tokens.ts'
import { emptyView, encodeView, navigate, type View } from '../workspace/view.ts'
import { queryOf } from '../workspace/viewEdits.ts'
import { laterComponent, laterModule, optionalComponent } from '../ui/later.tsx'
import { showToast } from '../ui/Toast.tsx'
import { whenIdle } from '../ui/browser/whenIdle.ts'
import { useMediaQuery } from '../ui/browser/useMediaQuery.ts'

const loadCopyLink = laterModule(() => import('./copyLink.ts').then((module) => module.copyLink))
const ShareDialog = laterComponent(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog))
const Dialog = laterComponent(() => import('../ui/Dialog.tsx').then((module) => module.Dialog))
const RowCount = optionalComponent(() => import('../features/tables/RowCount.tsx').then((module) => module.RowCount))
const AboutButton = optionalComponent(() =>
  import('../features/tables/about/AboutButton.tsx').then((module) => module.AboutButton),
)
const CatalogueReader = optionalComponent(() =>
  import('../features/tables/portal/CatalogueReader.tsx').then((module) => module.CatalogueReader),
)

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
  const { title } = instance
  const handler = (instance.origin === 'embedded' && engine?.handler) || httpHandler
  const { client } = useMemo(
    () => openSession(handler, instance, token, { origin: window.location.origin, beforeErrors: loadFailureWords }),
    [handler, instance, token],
  )
  // The catalogue may put the tables in another order, which must not change the one that is shown.
  const listed = useQuery(tablesQuery(instance.id, client))
  const tables = useTables(instance.id, client)
  const resource = shownTable(view, instance, listed.data)
  const fields = useTableFields(instance.id, client, resource, view.mode === 'sql')
  const phone = useMediaQuery('(max-width: 639.98px)')
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const [narrowed, setNarrowed] = useState<Narrowing>({})
  const [isIdle, setIsIdle] = useState(false)
  const [open, setOpen] = useState(phone && picking !== null)
  const table = resource === null ? null : tableTitle(tables.data, resource)

  useEffect(() => {
    document.title = [table, title, 'Rowan'].filter(Boolean).join(' · ')
  }, [table, title])

  const hasFields = fields !== null && fields.length > 0
  useEffect(() => (hasFields ? whenIdle(() => setIsIdle(true)) : undefined), [hasFields])

  const floats = narrow && !phone
  useEffect(() => {
    if (!floats || !open) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [floats, open])

  const current = tableId(tables.data, resource)
  const onResource = (chosen: string) => {
    setOpen(false)
    if (chosen !== current) navigate({ ...emptyView, ...placeOf(instance, instances), resource: chosen })
  }
  const profile = useProfile(client)
  const own = instances.find(({ origin }) => origin === 'embedded')
  const tasks = useTableTasks({
    instance,
    client,
    hasToken: token !== null,
    isKnownNot: profile.writes === 'no',
    onThisBrowser:
      own === undefined
        ? null
        : (file) => {
            carryFile(file)
            onInstance(own)
          },
    onOpen: onResource,
    onDeleted: (gone) =>
      gone.id === current && navigate({ ...emptyView, ...placeOf(instance, instances), resource: null }, 'replace'),
  })
  // Whether the link was copied; null while nothing is shared.
  const [sharing, setSharing] = useState<boolean | null>(null)
  const share = async () => {
    const { origin, pathname, search } = window.location
    const hash = encodeView({ ...view, ...placeOf(instance, instances), resource })
    const said = await loadCopyLink()
      .then((copyLink) => copyLink(`${origin}${pathname}${search}#${hash}`))
      .catch(() => null)
    if (instance.origin === 'embedded') setSharing(said !== null)
    else showToast(said ?? appWords.linkNotCopied)
  }
  const picker = { instances, instance, onInstance, onNew, onEdit: () => onEdit(instance), onAll, picking, onPicking }
  const isListed = profile.listsTables !== false
  // The catalogue is asked if it may know more tables, or their titles, and not again in this tab if there was none.
  const isPart = profile.moreTables === true
  const isCatalogued =
    profile.hasCatalogue !== false && (isPart || listed.data?.some(({ isNamed }) => !isNamed) === true)
  const rowCount = (counted: Table, isCurrent: boolean) => {
    // Only by SQL one request counts several tables.
    if (profile.totals !== 'exact' || profile.sql !== 'on') return null
    // A table that the catalogue does not show to this person can't be counted, and would spoil the count of the others.
    const isLeftOut = isCurrent || (isCatalogued && counted.dataset === '')
    return <RowCount instance={instance} client={client} resource={counted.id} isLeftOut={isLeftOut} />
  }
  const catalogued = useQuery(cataloguedQuery(instance.id, client)).data
  const portal = catalogued?.isPortal ? { instanceId: instance.id, client, narrowed, onNarrow: setNarrowed } : null
  const state = instance.origin === 'embedded' ? engine?.status() : undefined
  const isShut = state?.phase === 'failed' && state.store === null
  const hasToken = token !== null
  // The main pane explains why the query failed, or the list of tables if there is no table to query.
  const isExplainedBeside = resource !== null || view.mode === 'filter'
  const tableProps = { instance: title, hasToken, tables, isListed, isShut, resource, onResource, rowCount, portal }
  const isReadOnly = useLock(client, current ?? '') === 'readOnly'
  const named = { id: current ?? '', title: table ?? '' }
  const about = isIdle && current !== null && (
    <AboutButton key={current} instance={instance} client={client} table={named} fields={fields} />
  )
  const rail = (
    <nav className={styles.rail} aria-label={appWords.rail} data-floats={floats || undefined}>
      <RailLists
        {...tableProps}
        fields={fields}
        isExplainedBeside={isExplainedBeside}
        onNewTable={tasks.onNewTable}
        onDeleteTable={isReadOnly ? undefined : tasks.onDeleteTable}
        about={about}
      />
    </nav>
  )
  return (
    <div className={styles.app}>
      <TopBar
        settings={settings}
        settingsRef={settingsRef}
        heading={appWords.heading(title)}
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
          <button type="button" className={styles.away} aria-label={appWords.hideRail} onClick={() => setOpen(false)} />
          {rail}
        </>
      )}
      {tasks.dialog}
      {sharing !== null && (
        <ShareDialog
          client={client}
          query={resource === null || view.mode === 'sql' ? null : queryOf(view, resource)}
          title={table ?? title}
          isCopied={sharing}
          onClose={() => setSharing(null)}
        />
      )}
      {isCatalogued && listed.data && (
        <CatalogueReader
          instance={instance}
          client={client}
          listed={isPart ? null : listed.data.length}
          nameless={findTable(tables.data, current ?? '')?.isNamed === true ? null : current}
        />
      )}
      <div className={styles.notes}>
        <DamageNote />
        {instance.origin !== 'embedded' && <OfflineNote instanceId={instance.id} />}
      </div>
      {phone && open && (
        <Dialog title={appWords.tables} width="sheet" onClose={() => setOpen(false)}>
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
