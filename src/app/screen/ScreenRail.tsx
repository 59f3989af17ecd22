import { copiesEngine } from '../../copies/copiesEngine.ts'
import { writeNameForSql } from '../../features/tables/namesForSql.ts'
import type { FieldActions } from '../../features/tables/RailFields.tsx'
import { RailLists } from '../../features/tables/Rail.tsx'
import { useLock } from '../../features/write/locks.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { chosenColumns } from '../../query/columns.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { appWords } from '../../words/en/app.ts'
import { withColumn } from '../../workspace/edits/columnEdits.ts'
import { openInNewSheet, openSheet } from '../../workspace/sheets/sheets.ts'
import { emptyView, navigate } from '../../workspace/view.ts'
import { wantColumn } from '../../workspace/wantedColumn.ts'
import { wantFilter } from '../../workspace/wantedFilter.ts'
import styles from '../App.module.css'
import { AboutButton, QueryLines, TableCopies } from '../laterParts.ts'
import type { InstanceScreenProps } from './screenProps.ts'
import type { Screen } from './useScreen.ts'

export interface ScreenRailProps {
  readonly of: InstanceScreenProps
  readonly screen: Screen
}

/** The rail: the tables of the instance, and the fields of the one that is shown. */
export function ScreenRail({ of, screen }: ScreenRailProps) {
  const { instance, view } = of
  const { client, shown, place, tasks, floats, setOpen } = screen
  const { resource, current, table, fields } = shown
  const { isIdle } = screen.times
  const close = () => setOpen(false)
  const isReadOnly = useLock(client, current ?? '') === 'readOnly'
  const mayCopy = instance.origin !== 'embedded' && copiesEngine() !== null
  const named = { id: current ?? '', title: table ?? '' }
  const about = isIdle && current !== null && (
    <AboutButton key={current} instance={instance} client={client} table={named} fields={fields} />
  )
  const under = ({ id, aliases, title }: Table) => (
    <>
      {mayCopy && <TableCopies instance={instance} names={[id, ...aliases]} />}
      <QueryLines {...{ instance, place, view }} table={id} title={title} shownTable={current} onOpen={close} />
    </>
  )
  return (
    <nav className={styles.rail} aria-label={appWords.rail} data-floats={floats || undefined}>
      <Boundary of={current ?? ''}>
        <RailLists
          {...screen.tableProps}
          onBeside={({ id, title }, isShown) => {
            const open = isShown ? openInNewSheet : openSheet
            open({ ...emptyView, ...place, resource: id }, { instanceId: instance.id, table: title })
          }}
          fields={fields}
          shown={view.mode === 'filter' ? chosenColumns(view) : null}
          onName={
            view.mode === 'sql'
              ? (name) => {
                  close()
                  writeNameForSql(name)
                }
              : undefined
          }
          fieldActions={view.mode === 'filter' ? fieldActions({ of, screen }) : undefined}
          // The main pane explains why the query failed, or the list of tables if there is no table to query.
          isExplainedBeside={resource !== null || view.mode === 'filter'}
          onNewTable={tasks.onNewTable}
          onDeleteTable={isReadOnly ? undefined : tasks.onDeleteTable}
          under={isIdle ? under : undefined}
          about={about}
        />
      </Boundary>
    </nav>
  )
}

/** What the fields of the rail do to the records beside it. */
function fieldActions({ of: { view }, screen }: ScreenRailProps): FieldActions | undefined {
  const { shown, setOpen } = screen
  const { current, fields } = shown
  if (current === null || fields === null) return undefined
  const show = (field: string) => navigate(withColumn(view, fields, field, true))
  return {
    // A summary has no column of a field.
    onGo:
      view.summary === ''
        ? (field) => {
            setOpen(false)
            show(field)
            wantColumn({ resource: current, column: field })
          }
        : undefined,
    onFilter: (field) => {
      setOpen(false)
      wantColumn(null)
      wantFilter(field)
    },
    onShow: (field, isShown) => {
      if (isShown) show(field)
      else void import('../../features/columns/hideColumn.ts').then((module) => module.hideColumn(view, fields, field))
    },
  }
}
