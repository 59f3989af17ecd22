import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { appWords } from '../words/en/app.ts'
import styles from './App.module.css'
import type { Engine } from './EngineGate.tsx'
import type { ConnectionTarget } from '../features/connect/dialog/connectionTarget.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ConnectionContext, type OpenConnection } from '../features/connect/FindOutWhy.tsx'
import { InstancePicker } from '../features/connect/InstancePicker.tsx'
import { placeOf } from '../features/connect/placeOf.ts'
import type { ThisBrowserPanelProps } from '../features/thisBrowser/ThisBrowserPanel.tsx'
import { PANEL_IDS, PANELS, type PanelId } from './panels.ts'
import { LinkNote } from './LinkNote.tsx'
import { ProgramNote } from './ProgramNote.tsx'
import { TopBar } from './TopBar.tsx'
import { InstanceScreen } from './InstanceScreen.tsx'
import { FirstVisit } from './laterParts.ts'
import type { Shared } from './screen/screenProps.ts'
import { useFirstVisit } from './screen/useFirstVisit.ts'
import { useCopyWork } from './useCopyWork.ts'
import { instanceOf, type ChosenInstance, type Instance } from '../instances/instance.ts'
import { useShortcuts } from '../features/shortcuts/useShortcuts.ts'
import { applyTheme } from '../workspace/theme.ts'
import { turnTheme } from './screen/turnTheme.ts'
import { emptyView, navigate, useView, type View } from '../workspace/view.ts'
import { useInstances, useSettingsFileLoaded, useSettingsFileProblem } from '../workspace/knownInstances.ts'
import { settings, useSetting } from '../workspace/settings.ts'
import { failedOverPage } from './failedOverPage.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { laterComponent } from '../ui/later.tsx'
import { Toaster } from '../ui/Toast.tsx'

const ConnectionDialog = laterComponent(() =>
  import('../features/connect/dialog/ConnectionDialog.tsx').then((module) => module.ConnectionDialog),
)
const InstancesDialog = laterComponent(() =>
  import('../features/connect/list/InstancesDialog.tsx').then((module) => module.InstancesDialog),
)
const ShortcutsDialog = laterComponent(() =>
  import('../features/shortcuts/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)
const HelpDialog = laterComponent(() => import('../features/help/HelpDialog.tsx').then((module) => module.HelpDialog))
const SettingsMenu = laterComponent(() =>
  import('../features/settings/SettingsMenu.tsx').then((module) => module.SettingsMenu),
)
const UnknownPlace = laterComponent(() =>
  import('../features/connect/UnknownPlace.tsx').then((module) => module.UnknownPlace),
)

/** The whole page: top bar, rail and query view of the instance that the URL names, and the dialogs over them. */
export function App({ cache, engine }: { readonly cache: QueryClient; readonly engine: Engine | null }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={cache}>
        <Explorer engine={engine} />
        <Toaster />
        <ProgramNote />
        <LinkNote />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Explorer({ engine }: { readonly engine: Engine | null }) {
  const view = useView()
  const instances = useInstances()
  useCopyWork()
  const settingsLoaded = useSettingsFileLoaded()
  const settingsProblem = useSettingsFileProblem()
  const theme = useSetting(settings.theme)
  const settingsButton = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [connection, setConnection] = useState<ConnectionTarget | null>(null)
  const [instancesOpen, setInstancesOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [panel, setPanel] = useState<PanelId | null>(null)
  const [picking, setPicking] = useState<string | null>(null)
  const [linkSeen, setLinkSeen] = useState<string | null>(null)
  useLayoutEffect(() => applyTheme(theme), [theme])

  const chosen = chosenInstance(view, instances, settingsLoaded)
  const first = useFirstVisit(view, instances)
  const unknown = chosen?.kind === 'unknown' ? chosen : null
  // A link to a place that is not known opens the dialog by itself, once for each such place.
  const link = unknown && `${unknown.baseUrl} ${unknown.prefix}`
  if (link !== linkSeen) {
    setLinkSeen(link)
    if (unknown) setConnection({ kind: 'link', baseUrl: unknown.baseUrl, prefix: unknown.prefix })
    else if (connection?.kind === 'link') setConnection(null)
  }

  const shownId = chosen?.kind === 'known' ? chosen.instance.id : null
  const shownBefore = useRef<string>(null)
  useEffect(() => {
    if (shownId === null) return
    // The focused element went with the other instance's screen: a screen reader then says which instance is shown now.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (shownBefore.current !== null && shownBefore.current !== shownId && isLost) heading.current?.focus()
    shownBefore.current = shownId
  }, [shownId])

  const connectTo = (address: string) => {
    setSettingsOpen(false)
    setConnection({ kind: 'new', address: address === '' ? undefined : address })
  }
  const connectNew = () => connectTo('')
  const edit = (instance: Instance) => {
    setSettingsOpen(false)
    setConnection({ kind: 'edit', instance })
  }
  const openConnection =
    (instance: Instance): OpenConnection =>
    (diagnose) => {
      setSettingsOpen(false)
      setConnection({ kind: 'edit', instance, diagnose })
    }
  const showInstances = () => {
    setSettingsOpen(false)
    setInstancesOpen(true)
  }
  const showPanel = (id: PanelId) => {
    setSettingsOpen(false)
    setPanel(id)
  }
  const Panel = panel === null ? null : PANELS[panel].Panel
  useShortcuts({
    newConnection: connectNew,
    listShortcuts: () => setShortcutsOpen(true),
    openHelp: () => setHelpOpen(true),
    lightOrDark: turnTheme,
    listInstances: showInstances,
    openSettings: () => setSettingsOpen(true),
  })

  const saved = (instance: Instance, resource: string | null) => {
    const known = instances.some((each) => each.id === instance.id) ? instances : [...instances, instance]
    const place = placeOf(instance, known)
    // The view stays if the link brought it, or if this already was its instance.
    const stays =
      connection?.kind === 'link' ||
      (chosen?.kind === 'known' && chosen.instance.id === instance.id && resource === null)
    navigate(stays ? { ...view, ...place } : { ...emptyView, ...place, resource }, stays ? 'replace' : 'push')
    setConnection(null)
    setInstancesOpen(false)
  }

  const showInstance = (instance: Instance) => navigate({ ...emptyView, ...placeOf(instance, instances) })
  const shared: Shared = {
    engine,
    instances,
    onInstance: showInstance,
    onNew: connectNew,
    onConnectTo: connectTo,
    onEdit: edit,
    onAll: showInstances,
    onRequests: () => showPanel('requests'),
    picking,
    onPicking: (typed) => {
      setPicking(typed)
      // The list leads to the dialog: what is typed as soon as it is asked for should not find the list's field instead.
      if (typed !== null) ConnectionDialog.load()
    },
    settingsRef: settingsButton,
    onHelp: () => setHelpOpen(true),
    headingRef: heading,
    first,
    settings: { open: settingsOpen, onToggle: () => setSettingsOpen(!settingsOpen) },
  }
  return (
    <>
      {chosen?.kind === 'known' ? (
        <ConnectionContext value={chosen.instance.origin === 'embedded' ? null : openConnection(chosen.instance)}>
          <InstanceScreen key={chosen.instance.id} {...shared} instance={chosen.instance} view={view} />
        </ConnectionContext>
      ) : (
        <BareScreen {...shared} heading={chosen === null ? 'Rowan' : undefined}>
          {chosen === null && <main aria-busy="true" />}
          {unknown && (
            <UnknownPlace
              baseUrl={unknown.baseUrl}
              onReview={() => setConnection({ kind: 'link', baseUrl: unknown.baseUrl, prefix: unknown.prefix })}
            />
          )}
          {chosen?.kind === 'none' && (
            <main className={styles.bare}>
              <FirstVisit
                address={noAddressWords(chosen.base)}
                file={settingsProblem}
                onConnect={connectTo}
                onFiles={null}
                here={null}
                onHide={null}
              />
            </main>
          )}
        </BareScreen>
      )}
      <Boundary
        of={JSON.stringify([settingsOpen, panel, helpOpen, shortcutsOpen, instancesOpen, connection])}
        otherwise={failedOverPage}
      >
        {settingsOpen && (
          <SettingsMenu
            thisBrowser={chosen?.kind === 'known' ? panelOf(chosen.instance, engine) : null}
            anchor={settingsButton}
            onClose={() => setSettingsOpen(false)}
            onNew={connectNew}
            onInstances={showInstances}
            onHelp={() => {
              setSettingsOpen(false)
              setHelpOpen(true)
            }}
            panels={PANEL_IDS.map((id) => ({ name: id, icon: PANELS[id].icon, onOpen: () => showPanel(id) }))}
          />
        )}
        {Panel && <Panel instances={instances} onClose={() => setPanel(null)} />}
        {helpOpen && (
          <HelpDialog
            onClose={() => setHelpOpen(false)}
            onShortcuts={() => setShortcutsOpen(true)}
            onFirstVisit={chosen?.kind === 'known' ? first.again : null}
          />
        )}
        {shortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
        {instancesOpen && (
          <InstancesDialog
            instances={instances}
            onClose={() => setInstancesOpen(false)}
            onNew={connectNew}
            onEdit={edit}
            onCopy={(instance) => setConnection({ kind: 'copy', instance })}
            onRemoved={(gone) => {
              void import('../copies/orders.ts').then(
                ({ removeCopiesOf }) => removeCopiesOf(gone),
                () => undefined,
              )
              if (chosen?.kind === 'known' && chosen.instance.id === gone.id) navigate(emptyView)
            }}
          />
        )}
        {connection && (
          <ConnectionDialog
            key={JSON.stringify(connection)}
            target={connection}
            instances={instances}
            onClose={() => setConnection(null)}
            onInstance={(instance) => {
              setConnection(null)
              showInstance(instance)
            }}
            onSaved={saved}
          />
        )}
      </Boundary>
    </>
  )
}

/** Why a link led nowhere: the address in it can't be one. */
function noAddressWords(base: string | null): string | null {
  if (base === null) return null
  const shown = base.length > 80 ? `${base.slice(0, 80)}…` : base
  return shown === '' ? appWords.emptyLink : appWords.badLink(shown)
}

/** The page's own PostgreSQL for the settings, if it is the chosen instance. */
function panelOf(instance: Instance, engine: Engine | null): ThisBrowserPanelProps | null {
  if (instance.origin !== 'embedded' || engine === null) return null
  const status = engine.status()
  return { handler: engine.handler, store: status.phase === 'idle' ? null : status.store }
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
  onAll,
  picking,
  onPicking,
  settings,
  settingsRef,
  onHelp,
  heading,
}: Shared & { readonly heading: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={styles.app} data-rail="none">
      <TopBar settings={settings} settingsRef={settingsRef} heading={heading} onConnect={onNew} onHelp={onHelp}>
        <InstancePicker
          instances={instances}
          instance={null}
          onInstance={onInstance}
          onNew={onNew}
          onEdit={onNew}
          onAll={onAll}
          picking={picking}
          onPicking={onPicking}
        />
      </TopBar>
      {children}
    </div>
  )
}
