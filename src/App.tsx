import { QueryClientProvider, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import styles from './App.module.css'
import { createActionClient } from './client/actionClient.ts'
import { httpHandler } from './client/httpHandler.ts'
import { tablesQuery } from './client/queries.ts'
import type { ConnectionTarget } from './explore/ConnectionDialog.tsx'
import { copyText } from './explore/copyText.ts'
import { EngineScreen } from './explore/EngineScreen.tsx'
import { ErrorBoundary } from './explore/ErrorBoundary.tsx'
import { InstancePicker } from './explore/InstancePicker.tsx'
import { placeOf } from './explore/placeOf.ts'
import { resetThisBrowser } from './explore/thisBrowserActions.ts'
import { QueryView } from './explore/QueryView.tsx'
import { RailLists } from './explore/Rail.tsx'
import { ResourcePicker } from './explore/ResourcePicker.tsx'
import { findTable, tableTitle } from './explore/tableNames.ts'
import { Slash, TopBar, WhereButton, type TopBarProps } from './explore/TopBar.tsx'
import { useTableFields } from './explore/useTableFields.ts'
import { useTableTasks } from './explore/useTableTasks.tsx'
import type { ThisBrowserPanelProps } from './explore/ThisBrowserPanel.tsx'
import { UnknownPlace, Welcome } from './explore/Welcome.tsx'
import { instanceOf, type ChosenInstance, type Instance } from './state/instances.ts'
import type { Handler } from './protocol/handler.ts'
import type { EngineStatus } from './protocol/engineStatus.ts'
import { applyTheme } from './state/theme.ts'
import { useToken } from './state/tokens.ts'
import { emptyView, encodeView, navigate, useView, type View } from './state/view.ts'
import { useInstances, useSettingsLoaded, useSettingsProblem, useTheme } from './state/workspace.ts'
import { Dialog } from './ui/Dialog.tsx'
import { isShortcut } from './ui/shortcuts.ts'
import { showToast, Toaster } from './ui/Toast.tsx'
import { useMediaQuery } from './ui/useMediaQuery.ts'

const ConnectionDialog = lazy(() =>
  import('./explore/ConnectionDialog.tsx').then((module) => ({ default: module.ConnectionDialog })),
)
const SettingsMenu = lazy(() =>
  import('./explore/SettingsMenu.tsx').then((module) => ({ default: module.SettingsMenu })),
)

/** The whole page: top bar, rail and query view of the instance that the URL names, and the dialogs over them. */
export function App({ cache, engine }: { readonly cache: QueryClient; readonly engine: Engine | null }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={cache}>
        <Explorer engine={engine} />
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** The page's own PostgreSQL; null in a build without it. */
interface Engine {
  readonly handler: Handler
  readonly status: () => EngineStatus
  readonly subscribe: (listener: () => void) => () => void
}

function Explorer({ engine }: { readonly engine: Engine | null }) {
  const view = useView()
  const instances = useInstances()
  const settingsLoaded = useSettingsLoaded()
  const settingsProblem = useSettingsProblem()
  const theme = useTheme()
  const settingsButton = useRef<HTMLButtonElement>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [connection, setConnection] = useState<ConnectionTarget | null>(null)
  const [linkSeen, setLinkSeen] = useState<string | null>(null)
  useLayoutEffect(() => applyTheme(theme), [theme])

  const chosen = chosenInstance(view, instances, settingsLoaded)
  const unknown = chosen?.kind === 'unknown' ? chosen : null
  // A link to a place that is not known opens the dialog by itself, once for each such place.
  const link = unknown && `${unknown.baseUrl} ${unknown.prefix}`
  if (link !== linkSeen) {
    setLinkSeen(link)
    if (unknown) setConnection({ kind: 'link', baseUrl: unknown.baseUrl, prefix: unknown.prefix })
    else if (connection?.kind === 'link') setConnection(null)
  }

  const connectNew = () => {
    setSettingsOpen(false)
    setConnection({ kind: 'new' })
  }
  const edit = (instance: Instance) => {
    setSettingsOpen(false)
    setConnection({ kind: 'edit', instance })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, 'c')) return
    event.preventDefault()
    connectNew()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const saved = (instance: Instance, resource: string | null) => {
    const known = instances.some((each) => each.id === instance.id) ? instances : [...instances, instance]
    const place = placeOf(instance, known)
    // What a link or the view at hand asks for stays where the connection is the one that it asks.
    const stays =
      connection?.kind === 'link' ||
      (chosen?.kind === 'known' && chosen.instance.id === instance.id && resource === null)
    navigate(stays ? { ...view, ...place } : { ...emptyView, ...place, resource }, stays ? 'replace' : 'push')
    setConnection(null)
  }

  const shared: Shared = {
    engine,
    instances,
    onInstance: (instance) => navigate({ ...emptyView, ...placeOf(instance, instances) }),
    onNew: connectNew,
    onEdit: edit,
    settingsRef: settingsButton,
    settings: { open: settingsOpen, onToggle: () => setSettingsOpen(!settingsOpen) },
  }
  return (
    <>
      {chosen?.kind === 'known' ? (
        <InstanceScreen key={chosen.instance.id} {...shared} instance={chosen.instance} view={view} />
      ) : (
        <BareScreen {...shared}>
          {unknown && (
            <UnknownPlace
              baseUrl={unknown.baseUrl}
              onReview={() => setConnection({ kind: 'link', baseUrl: unknown.baseUrl, prefix: unknown.prefix })}
            />
          )}
          {chosen?.kind === 'none' && <Welcome problem={settingsProblem} onConnect={connectNew} />}
        </BareScreen>
      )}
      <Suspense>
        {settingsOpen && (
          <SettingsMenu
            thisBrowser={chosen?.kind === 'known' ? panelOf(chosen.instance, engine) : null}
            anchor={settingsButton}
            instances={instances}
            onClose={() => setSettingsOpen(false)}
            onNew={connectNew}
            onEdit={edit}
            onForgotten={(gone) => chosen?.kind === 'known' && chosen.instance.id === gone.id && navigate(emptyView)}
          />
        )}
        {connection && (
          <ConnectionDialog
            key={JSON.stringify(connection)}
            target={connection}
            instances={instances}
            onClose={() => setConnection(null)}
            onSaved={saved}
          />
        )}
      </Suspense>
    </>
  )
}

/** The page's own PostgreSQL for the settings, where it is the chosen instance. */
function panelOf(instance: Instance, engine: Engine | null): ThisBrowserPanelProps | null {
  if (instance.origin !== 'embedded' || engine === null) return null
  const status = engine.status()
  return { handler: engine.handler, store: status.phase === 'idle' ? null : status.store }
}

interface Shared {
  readonly engine: Engine | null
  readonly instances: readonly Instance[]
  readonly onInstance: (instance: Instance) => void
  readonly onNew: () => void
  readonly onEdit: (instance: Instance) => void
  readonly settings: TopBarProps['settings']
  readonly settingsRef: TopBarProps['settingsRef']
}

/** The instance of the view; null while settings.json, which may name it, is on its way. */
function chosenInstance(view: View, instances: readonly Instance[], settingsLoaded: boolean): ChosenInstance | null {
  const chosen = instanceOf(view, instances)
  // An own instance that the link names needs no settings; "the first" and "unknown" are known only with them.
  return settingsLoaded || (view.base !== null && chosen.kind === 'known') ? chosen : null
}

function BareScreen({
  children,
  instances,
  onInstance,
  onNew,
  settings,
  settingsRef,
}: Shared & { readonly children: ReactNode }) {
  return (
    <div className={styles.app} data-rail="none">
      <TopBar settings={settings} settingsRef={settingsRef}>
        <InstancePicker instances={instances} instance={null} onInstance={onInstance} onNew={onNew} onEdit={onNew} />
      </TopBar>
      {children}
    </div>
  )
}

function InstanceScreen({
  engine,
  instance,
  view,
  instances,
  onInstance,
  onNew,
  onEdit,
  settings,
  settingsRef,
}: Shared & Current) {
  const { token } = useToken(instance.id)
  const { baseUrl, prefix, tokenHeader, title } = instance
  const handler = (instance.origin === 'embedded' && engine?.handler) || httpHandler
  const client = useMemo(
    () => createActionClient(handler, { baseUrl, prefix, tokenHeader, token }, { origin: window.location.origin }),
    [handler, baseUrl, prefix, tokenHeader, token],
  )
  const tables = useQuery(tablesQuery(instance.id, client))
  const resource = view.resource ?? instance.resource ?? tables.data?.[0]?.id ?? null
  const fields = useTableFields(instance.id, client, resource, view.mode === 'sql')
  const phone = useMediaQuery('(max-width: 639.98px)')
  const narrow = useMediaQuery('(max-width: 899.98px)')
  const [open, setOpen] = useState(false)
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
  const onResource = (id: string) => {
    setOpen(false)
    if (id !== current) navigate({ ...emptyView, ...placeOf(instance, instances), resource: id })
  }
  const tasks = useTableTasks({
    instance,
    client,
    hasToken: token !== null,
    onOpen: onResource,
    onDeleted: ({ id }) =>
      id === current && navigate({ ...emptyView, ...placeOf(instance, instances), resource: null }, 'replace'),
  })
  const share = async () => {
    const { origin, pathname, search } = window.location
    const hash = encodeView({ ...view, ...placeOf(instance, instances), resource })
    const copied = await copyText(`${origin}${pathname}${search}#${hash}`)
    showToast(
      copied
        ? 'Link copied. It holds the query, not the token.'
        : 'The browser does not let the page copy. The link is in the address bar.',
    )
  }
  const picker = { instances, instance, onInstance, onNew, onEdit: () => onEdit(instance) }
  const tableProps = { instance: title, hasToken: token !== null, tables, resource, onResource }
  const rail = (
    <nav className={styles.rail} aria-label="Tables and fields" data-floats={floats || undefined}>
      <RailLists {...tableProps} fields={fields} onNewTable={tasks.onNewTable} onDeleteTable={tasks.onDeleteTable} />
    </nav>
  )
  return (
    <div className={styles.app}>
      <TopBar
        settings={settings}
        settingsRef={settingsRef}
        heading={`Rowan, ${title}`}
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
        />
      </EngineGate>
    </div>
  )
}

/** Shows the start of the page's own PostgreSQL in the place of its records until it has opened once. */
function EngineGate({
  engine,
  instanceId,
  children,
}: {
  readonly engine: Engine | null
  readonly instanceId: string
  readonly children: ReactNode
}) {
  const cache = useQueryClient()
  const status = useSyncExternalStore(engine?.subscribe ?? noSubscription, () => engine?.status() ?? null)
  const keptNowhere = status?.phase === 'open' && status.store === 'memory'
  useEffect(() => {
    if (keptNowhere) showToast(KEPT_NOWHERE)
  }, [keptNowhere])
  if (engine === null || status === null || (status.phase !== 'idle' && status.store !== null)) return children
  const askAnew = () => void cache.resetQueries({ queryKey: [instanceId] })
  return (
    <EngineScreen
      status={status}
      onRetry={askAnew}
      onReset={() => void resetThisBrowser(engine.handler).then(askAnew, (error: Error) => showToast(error.message))}
    />
  )
}

const KEPT_NOWHERE = 'This browser keeps nothing for the page, so tables made here last until the tab closes.'

function noSubscription(): () => void {
  return () => undefined
}

interface Current {
  readonly instance: Instance
  readonly view: View
}
