import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rowCountKey, tablesQuery } from '../../results/queries.ts'
import { laterComponent } from '../../ui/later.tsx'
import type { Table } from '../../instances/catalogue/table.ts'
import { findTable } from './tableNames.ts'
import type { TableTask, TableTasksOptions } from './tableTask.ts'

const CreateTableDialog = laterComponent(() =>
  import('../create/CreateTableDialog.tsx').then((module) => module.CreateTableDialog),
)
const AddRecordsDialog = laterComponent(() =>
  import('../create/into/AddRecordsDialog.tsx').then((module) => module.AddRecordsDialog),
)
const DroppedFileDialog = laterComponent(() =>
  import('../create/drop/DroppedFileDialog.tsx').then((module) => module.DroppedFileDialog),
)
const DeleteTableDialog = laterComponent(() =>
  import('./DeleteTableDialog.tsx').then((module) => module.DeleteTableDialog),
)

export interface TableTaskDialogProps extends TableTasksOptions {
  readonly task: TableTask
  readonly mayWrite: boolean
  readonly onTask: (task: TableTask) => void
  readonly onClose: () => void
}

/** The dialog in which a table is made or deleted, or which says where a file can go if none may be made here. */
export function TableTaskDialog(props: TableTaskDialogProps) {
  const {
    task,
    instance,
    client,
    hasToken,
    current,
    mayWrite,
    onThisBrowser,
    onToken,
    onOpen,
    onDeleted,
    onTask,
    onClose,
  } = props
  const cache = useQueryClient()
  // The list beside it reads them.
  const { data: tables = NONE } = useQuery({ ...tablesQuery(instance.id, client), enabled: false })
  const changed = () => {
    for (const kind of ['tables', 'catalogue']) void cache.invalidateQueries({ queryKey: [instance.id, kind] })
  }
  const open = (id: string) => {
    // Records may have been added to the table that is shown.
    void cache.invalidateQueries({
      predicate: ({ queryKey: [of, , params] }) => of === instance.id && JSON.stringify(params)?.includes(id),
    })
    void cache.resetQueries({ queryKey: rowCountKey(instance.id, id) })
    onOpen(id)
  }
  const next = () => {
    if ('files' in task && task.files.length > 1)
      onTask({ files: task.files.slice(1), done: task.done + 1, into: null })
    else onClose()
  }
  const titled = (id: string) => ({ id, title: findTable(tables, id)?.title ?? id })
  const shared = { client, instance: instance.title, hasToken, isEmbedded: instance.origin === 'embedded', onClose }
  return (
    <>
      {!('files' in task) ? (
        <DeleteTableDialog
          {...shared}
          table={task}
          onDeleted={() => {
            // Before the list is loaded again: as long as it names the table, its records would be counted.
            cache.setQueryData(tablesQuery(instance.id, client).queryKey, (tables) =>
              tables?.filter(({ id }) => id !== task.id),
            )
            changed()
            onDeleted(task)
          }}
        />
      ) : task.files.length > 0 && !mayWrite ? (
        <DroppedFileDialog {...shared} files={task.files} onThisBrowser={onThisBrowser} onToken={onToken} />
      ) : task.into !== null ? (
        <AddRecordsDialog
          key={task.done}
          {...shared}
          into={titled(task.into)}
          files={task.files}
          filesBefore={task.done}
          onFiles={(files) => onTask({ ...task, files })}
          onNext={next}
          onNewTable={() => onTask({ ...task, into: null })}
          onChanged={changed}
          onOpen={open}
        />
      ) : (
        <CreateTableDialog
          // Each file has a dialog of its own.
          key={task.done}
          {...shared}
          tables={tables}
          files={task.files}
          filesBefore={task.done}
          onFiles={(files) => onTask({ ...task, files })}
          onNext={next}
          into={current === null ? null : titled(current).title}
          onInto={() => current !== null && onTask({ ...task, into: current })}
          onChanged={changed}
          onOpen={open}
        />
      )}
    </>
  )
}

const NONE: readonly Table[] = []
