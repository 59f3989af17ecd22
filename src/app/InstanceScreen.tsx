import { copiesEngine } from '../copies/copiesEngine.ts'
import { InstancePicker } from '../features/connect/InstancePicker.tsx'
import { DamageNote } from '../features/settings/DamageNote.tsx'
import { ResourcePicker } from '../features/tables/ResourcePicker.tsx'
import { findTable } from '../features/tables/tableNames.ts'
import { useProfile } from '../instances/profile/useProfile.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { laterComponent } from '../ui/later.tsx'
import { appWords } from '../words/en/app.ts'
import { withNothingAsked } from '../workspace/edits/viewEdits.ts'
import { navigate } from '../workspace/view.ts'
import styles from './App.module.css'
import { EngineGate } from './EngineGate.tsx'
import { failedOverPage } from './failedOverPage.tsx'
import { CatalogueReader, CopyScreens, NetworkNote } from './laterParts.ts'
import { QueryView } from './QueryView.tsx'
import { FirstVisitPane } from './screen/FirstVisitPane.tsx'
import { ScreenBar } from './screen/ScreenBar.tsx'
import type { InstanceScreenProps } from './screen/screenProps.ts'
import { ScreenRail } from './screen/ScreenRail.tsx'
import { ShareButton } from './share/ShareButton.tsx'
import { useScreen, type Screen } from './screen/useScreen.ts'
import { useJump } from './useJump.tsx'

const Dialog = laterComponent(() => import('../ui/Dialog.tsx').then((module) => module.Dialog))

/** One instance: its tables in the rail, and the query and the result of the one that is shown. */
export function InstanceScreen(props: InstanceScreenProps) {
  const { engine, instance, view, onRequests } = props
  const screen = useScreen(props)
  const { client, token, shown, times, listing, floats, isOpen, setOpen } = screen
  const { listed, resource, fields } = shown
  const jump = useScreenJump(props, screen)
  const { instances, onInstance, onNew, onEdit, onAll, picking, onPicking } = props
  const picker = { instances, instance, onInstance, onNew, onEdit: () => onEdit(instance), onAll, picking, onPicking }
  const rail = <ScreenRail of={props} screen={screen} />
  return (
    <div className={styles.app}>
      <Boundary of={instance.id}>
        <ScreenBar of={props} screen={screen} picker={picker} onJump={jump.open} />
      </Boundary>
      {!screen.isNarrow && rail}
      {floats && isOpen && (
        <>
          <button type="button" className={styles.away} aria-label={appWords.hideRail} onClick={() => setOpen(false)} />
          {rail}
        </>
      )}
      {props.first.isShown && <FirstVisitPane of={props} screen={screen} />}
      <Boundary otherwise={failedOverPage}>
        {screen.tasks.dialog}
        {times.isIdle && instance.origin !== 'embedded' && copiesEngine() !== null && (
          <CopyScreens instance={instance} hasToken={token !== null} />
        )}
        {jump.dialog}
        {screen.sharing.dialog}
      </Boundary>
      {listing.isCatalogued && listed.data && (
        <CatalogueReader
          instance={instance}
          client={client}
          listed={listing.isPart ? null : listed.data.length}
          nameless={findTable(shown.tables.data, shown.current ?? '')?.isNamed === true ? null : shown.current}
        />
      )}
      <div className={styles.notes}>
        <DamageNote />
        {instance.origin !== 'embedded' && times.isListEnded && <NetworkNote {...{ instance, token, resource }} />}
      </div>
      {screen.isPhone && isOpen && (
        <Dialog title={appWords.tables} width="sheet" onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            <InstancePicker {...picker} look="field" />
            <ResourcePicker {...screen.tableProps} look="field" />
          </div>
          {rail}
        </Dialog>
      )}
      <EngineGate engine={instance.origin === 'embedded' ? engine : null} instanceId={instance.id}>
        <QueryView
          {...{ instance, client, fields, onRequests }}
          onAddRecords={screen.tasks.onAddRecords}
          view={resource === view.resource ? view : { ...view, resource }}
          isIdle={times.isIdle}
          share={screen.isPhone ? null : <ShareButton sharing={screen.sharing} />}
        />
      </EngineGate>
    </div>
  )
}

/** Jump to, with the commands of the screen. */
function useScreenJump(
  { instance, view, onRequests }: InstanceScreenProps,
  { client, shown, listing, place, tasks, sharing }: Screen,
) {
  const maySql = useProfile(client, ({ sql }) => sql !== 'off' && sql !== 'refused')
  return useJump({
    instance,
    tables: shown.tables.data,
    portal: listing.portal,
    current: shown.current,
    view,
    place,
    commands: {
      clearAll: view.mode === 'filter' ? () => navigate(withNothingAsked(view)) : undefined,
      toFilter: view.mode === 'sql' ? () => navigate({ ...view, mode: 'filter' }) : undefined,
      toSql: view.mode === 'filter' && maySql ? () => navigate({ ...view, mode: 'sql' }) : undefined,
      newTable: tasks.onNewTable,
      addRecords: tasks.onAddRecords,
      share: () => void sharing.share(),
      copyEmbed: sharing.embed && (() => void sharing.embed?.()),
      showRequests: onRequests,
    },
  })
}
