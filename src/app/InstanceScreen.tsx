import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { appWords } from '../words/en/app.ts'
import { isolated } from '../words/isolated.ts'
import styles from './App.module.css'
import { httpHandler } from '../instances/transport/httpHandler.ts'
import { tablesQuery } from '../results/queries.ts'
import type { Narrowing } from '../instances/catalogue/cataloguePage.ts'
import type { Table } from '../instances/catalogue/table.ts'
import { useProfile } from '../instances/profile/useProfile.ts'
import { EngineGate, type Engine } from './EngineGate.tsx'
import { carryFiles } from '../features/create/drop/carriedFiles.ts'
import { DamageNote } from '../features/settings/DamageNote.tsx'
import { InstancePicker } from '../features/connect/InstancePicker.tsx'
import { openSession } from '../instances/session.ts'
import { loadFailureWords } from '../features/result/loadFailureWords.ts'
import { shownTable } from '../workspace/shownTable.ts'
import { placeOf } from '../features/connect/placeOf.ts'
import { AboutButton, CatalogueReader, CopyButton, CopyScreens, SheetTabs } from './laterParts.ts'
import { NetworkNote, QueryLines, RowCount, TableCopies } from './laterParts.ts'
import { QueryView } from './QueryView.tsx'
import { RailLists } from '../features/tables/Rail.tsx'
import { ResourcePicker } from '../features/tables/ResourcePicker.tsx'
import { findTable, tableTitle, tableId } from '../features/tables/tableNames.ts'
import { Slash, TopBar, WhereButton, type TopBarProps } from './TopBar.tsx'
import { writeNameForSql, type NameForSql } from '../features/tables/namesForSql.ts'
import { useTableFields } from '../features/tables/useTableFields.ts'
import { isUndecided } from '../query/datedQuery.ts'
import { cataloguedQuery } from '../features/tables/catalogued.ts'
import { useTables } from '../features/tables/useTables.ts'
import { useTableTasks } from '../features/tables/useTableTasks.tsx'
import { copiesEngine } from '../copies/copiesEngine.ts'
import { useLock } from '../features/write/locks.ts'
import type { Instance } from '../instances/instance.ts'
import { useToken } from '../instances/tokens.ts'
import { chosenColumns } from '../query/columns.ts'
import { linkOfSheet, openSheet, sheets } from '../workspace/sheets/sheets.ts'
import { emptyView, nameUsualTable, navigate, type View } from '../workspace/view.ts'
import { queryOf, withNothingAsked } from '../workspace/edits/viewEdits.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { failedOverPage } from './failedOverPage.tsx'
import { laterComponent } from '../ui/later.tsx'
import { useJump } from './useJump.tsx'
import { useTabsDue } from './useTabsDue.ts'
import { useSharing } from './useSharing.tsx'
import { afterFirstAnswer } from '../ui/browser/afterFirstAnswer.ts'
import { useEscape } from '../ui/browser/useEscape.ts'
import { useMediaQuery } from '../ui/browser/useMediaQuery.ts'

const Dialog = laterComponent(() => import('../ui/Dialog.tsx').then((module) => module.Dialog))
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

/** The first rows have come or failed by then, too, ms. */
const AFTER_LIST_MS = 1000

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
  // A table that is made meanwhile may come before it in the list.
  const [usual, setUsual] = useState<string | null>(null)
  const resource = shownTable(view, instance, listed.data, usual)
  if (view.resource === null && usual !== resource) setUsual(resource)
  const asksFields = view.mode === 'sql' || Boolean(view.columns ?? view.summary) || isUndecided(view, null)
  const fields = useTableFields(instance.id, client, resource, asksFields)
  const phone = useMediaQuery('(max-width: 639.98px)')
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const [narrowed, setNarrowed] = useState<Narrowing>({})
  const [isIdle, setIsIdle] = useState(false)
  const [open, setOpen] = useState(phone && picking !== null)
  const table = resource === null ? null : tableTitle(tables.data, resource)

  useEffect(() => nameUsualTable(resource), [resource])

  const noted = tables.isSuccess ? table : null
  useLayoutEffect(
    () => sheets.note({ instanceId: instance.id, link: linkOfSheet(view), table: noted }),
    [instance.id, view, noted],
  )

  useEffect(() => {
    document.title = [table, title]
      .flatMap((name) => (name ? [isolated(name)] : []))
      .concat('Rowan')
      .join(' · ')
  }, [table, title])

  const hasFields = fields !== null && fields.length > 0
  useEffect(() => (hasFields ? afterFirstAnswer(() => setIsIdle(true)) : undefined), [hasFields])

  const [isListEnded, setIsListEnded] = useState(false)
  const { isFetched } = listed
  useEffect(() => {
    // The first rows, which are asked for with the list, need the network more.
    const timer = isFetched ? setTimeout(() => setIsListEnded(true), AFTER_LIST_MS) : undefined
    return () => clearTimeout(timer)
  }, [isFetched])

  const areTabsDue = useTabsDue(isIdle)

  const floats = narrow && !phone
  useEscape(floats && open, () => setOpen(false))

  const current = tableId(tables.data, resource)
  const place = placeOf(instance, instances)
  const onResource = (chosen: string) => {
    setOpen(false)
    if (chosen !== current) navigate({ ...emptyView, ...place, resource: chosen })
    // It is shown without having been named, such as the first table that was made.
    else if (view.resource === null) navigate({ ...view, ...place, resource: chosen }, 'replace')
  }
  const isKnownNot = useProfile(client, ({ writes }) => writes === 'no')
  const isListed = useProfile(client, ({ listsTables }) => listsTables !== false)
  const hasNoCatalogue = useProfile(client, ({ hasCatalogue }) => hasCatalogue === false)
  const isPart = useProfile(client, ({ moreTables }) => moreTables === true)
  // Only by SQL one request counts several tables.
  const maySumUp = useProfile(client, ({ totals, sql }) => totals === 'exact' && sql === 'on')
  const maySql = useProfile(client, ({ sql }) => sql !== 'off' && sql !== 'refused')
  const own = instances.find(({ origin }) => origin === 'embedded')
  const tasks = useTableTasks({
    instance,
    client,
    hasToken: token !== null,
    isKnownNot,
    onThisBrowser:
      own === undefined
        ? null
        : (files) => {
            carryFiles(files)
            onInstance(own)
          },
    onToken: instance.origin === 'embedded' ? null : () => onEdit(instance),
    onOpen: onResource,
    onDeleted: (gone) => {
      if (gone.id === current) navigate({ ...emptyView, ...place, resource: null }, 'replace')
      // Of this browser's own tables nobody sees a copy who could remove it.
      if (instance.origin === 'embedded')
        void import('../copies/orders.ts').then(
          ({ removeCopyOfTable }) => removeCopyOfTable(instance, [gone.id, ...gone.aliases]),
          () => undefined,
        )
    },
  })
  const sharing = useSharing({ instance, client, view: { ...view, ...place, resource }, title: table ?? title })
  const catalogued = useQuery(cataloguedQuery(instance.id, client)).data
  const portal = catalogued?.isPortal ? { instanceId: instance.id, client, narrowed, onNarrow: setNarrowed } : null
  const jump = useJump({
    instance,
    tables: tables.data,
    portal,
    current,
    view,
    place,
    commands: {
      clearAll: view.mode === 'filter' ? () => navigate(withNothingAsked(view)) : undefined,
      toFilter: view.mode === 'sql' ? () => navigate({ ...view, mode: 'filter' }) : undefined,
      toSql: view.mode === 'filter' && maySql ? () => navigate({ ...view, mode: 'sql' }) : undefined,
      newTable: tasks.onNewTable,
      share: () => void sharing.share(),
      copyEmbed: sharing.embed && (() => void sharing.embed?.()),
      showRequests: onRequests,
    },
  })
  const picker = { instances, instance, onInstance, onNew, onEdit: () => onEdit(instance), onAll, picking, onPicking }
  // The catalogue is asked if it may know more tables, or their titles, and not again in this tab if there was none.
  const isCatalogued = !hasNoCatalogue && (isPart || listed.data?.some(({ isNamed }) => !isNamed) === true)
  const rowCount = (counted: Table, isCurrent: boolean) => {
    if (!maySumUp) return null
    // A table that the catalogue does not show to this person can't be counted, and would spoil the count of the others.
    const isLeftOut = isCurrent || (isCatalogued && counted.dataset === '')
    return <RowCount instance={instance} client={client} resource={counted.id} isLeftOut={isLeftOut} />
  }
  const state = instance.origin === 'embedded' ? engine?.status() : undefined
  const isShut = state?.phase === 'failed' && state.store === null
  const hasToken = token !== null
  // The main pane explains why the query failed, or the list of tables if there is no table to query.
  const isExplainedBeside = resource !== null || view.mode === 'filter'
  const tableProps = { instance: title, hasToken, tables, isListed, isShut, resource, onResource, rowCount, portal }
  const isReadOnly = useLock(client, current ?? '') === 'readOnly'
  const named = { id: current ?? '', title: table ?? '' }
  const mayCopy = instance.origin !== 'embedded' && copiesEngine() !== null
  const about = isIdle && current !== null && (
    <>
      {mayCopy && resource !== null && (
        <CopyButton request={{ instance, client, query: queryOf(view, resource), title: named.title }} />
      )}
      <AboutButton key={current} instance={instance} client={client} table={named} fields={fields} />
    </>
  )
  const under = ({ id, aliases }: Table) => (
    <>
      {mayCopy && <TableCopies instance={instance} names={[id, ...aliases]} />}
      <QueryLines
        instance={instance}
        place={place}
        view={view}
        table={id}
        shownTable={current}
        onOpen={() => setOpen(false)}
      />
    </>
  )
  const writeName = (name: NameForSql) => {
    setOpen(false)
    writeNameForSql(name)
  }
  const rail = (
    <nav className={styles.rail} aria-label={appWords.rail} data-floats={floats || undefined}>
      <Boundary of={current ?? ''}>
        <RailLists
          {...tableProps}
          onBeside={({ id, title: named }) =>
            openSheet({ ...emptyView, ...place, resource: id }, { instanceId: instance.id, table: named })
          }
          fields={fields}
          shown={view.mode === 'filter' ? chosenColumns(view) : null}
          onName={view.mode === 'sql' ? writeName : undefined}
          isExplainedBeside={isExplainedBeside}
          onNewTable={tasks.onNewTable}
          onDeleteTable={isReadOnly ? undefined : tasks.onDeleteTable}
          under={isIdle ? under : undefined}
          about={about}
        />
      </Boundary>
    </nav>
  )
  return (
    <div className={styles.app}>
      <Boundary of={instance.id}>
        <TopBar
          settings={settings}
          settingsRef={settingsRef}
          heading={appWords.heading(title)}
          headingRef={headingRef}
          tabs={areTabsDue ? <SheetTabs instances={instances} instance={instance} view={view} table={noted} /> : null}
          onJump={jump.open}
          onShare={() => void sharing.share()}
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
      </Boundary>
      {!narrow && rail}
      {floats && open && (
        <>
          <button type="button" className={styles.away} aria-label={appWords.hideRail} onClick={() => setOpen(false)} />
          {rail}
        </>
      )}
      <Boundary otherwise={failedOverPage}>
        {tasks.dialog}
        {isIdle && mayCopy && <CopyScreens instance={instance} hasToken={token !== null} />}
        {jump.dialog}
        {sharing.dialog}
      </Boundary>
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
        {instance.origin !== 'embedded' && isListEnded && (
          <NetworkNote instance={instance} token={token} resource={resource} />
        )}
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
          fields={fields}
          isIdle={isIdle}
          onRequests={onRequests}
        />
      </EngineGate>
    </div>
  )
}
