import { useQueryClient } from '@tanstack/react-query'
import { tablesQuery } from '../../results/queries.ts'
import { laterComponent } from '../../ui/later.tsx'
import type { TableTask, TableTasksOptions } from './useTableTasks.tsx'

const CreateTableDialog = laterComponent(() =>
  import('../create/CreateTableDialog.tsx').then((module) => module.CreateTableDialog),
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
  readonly onClose: () => void
}

/** The dialog in which a table is made or deleted, or which says where a file can go if none may be made here. */
export function TableTaskDialog(props: TableTaskDialogProps) {
  const { task, instance, client, hasToken, mayWrite, onThisBrowser, onOpen, onDeleted, onClose } = props
  const cache = useQueryClient()
  const changed = () => {
    for (const kind of ['tables', 'catalogue']) void cache.invalidateQueries({ queryKey: [instance.id, kind] })
  }
  const open = (id: string) => {
    // Records may have been added to the table that is shown.
    void cache.invalidateQueries({
      predicate: ({ queryKey: [of, , params] }) => of === instance.id && JSON.stringify(params)?.includes(id),
    })
    onOpen(id)
  }
  const shared = { client, instance: instance.title, hasToken, isEmbedded: instance.origin === 'embedded', onClose }
  return (
    <>
      {!('file' in task) ? (
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
      ) : task.file !== null && !mayWrite ? (
        <DroppedFileDialog {...shared} file={task.file} onThisBrowser={onThisBrowser} />
      ) : (
        <CreateTableDialog {...shared} file={task.file} onChanged={changed} onOpen={open} />
      )}
    </>
  )
}
