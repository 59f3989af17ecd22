import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ActionClient, Table } from '../client/actionClient.ts'
import { tablesQuery } from '../client/queries.ts'
import type { Instance } from '../state/instances.ts'
import { showToast } from '../ui/Toast.tsx'

const CreateTableDialog = lazy(() =>
  import('./CreateTableDialog.tsx').then((module) => ({ default: module.CreateTableDialog })),
)
const DeleteTableDialog = lazy(() =>
  import('./DeleteTableDialog.tsx').then((module) => ({ default: module.DeleteTableDialog })),
)

export interface TableTasks {
  /** Absent where nothing can be written, as without a token. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
  /** The dialog of the task that is open. */
  readonly dialog: ReactNode
}

export interface TableTasksOptions {
  readonly instance: Instance
  readonly client: ActionClient
  readonly hasToken: boolean
  /** It is known that this token may write nothing: then no button offers it, and a file that is dropped meets the refusal. */
  readonly isKnownNot: boolean
  readonly onOpen: (resource: string) => void
  /** A table is gone. */
  readonly onDeleted: (table: Table) => void
}

/** Making and deleting tables: by buttons, and by a file that is dropped anywhere on the page. */
export function useTableTasks(options: TableTasksOptions): TableTasks {
  const { instance, client, hasToken, isKnownNot, onOpen, onDeleted } = options
  const cache = useQueryClient()
  const [task, setTask] = useState<{ file: File | null } | Table | null>(null)
  const isEmbedded = instance.origin === 'embedded'
  const mayWrite = hasToken || isEmbedded
  const take = useEffectEvent((file: File) => {
    if (mayWrite) setTask({ file })
    else showToast(`To make a table on ${instance.title}, give an API token in its connection.`)
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      // Without this the browser would leave the page for the file.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [])

  const changed = () => void cache.invalidateQueries({ queryKey: [instance.id, 'tables'] })
  const shared = { client, instance: instance.title, hasToken, isEmbedded, onClose: () => setTask(null) }
  return {
    ...(mayWrite && !isKnownNot ? { onNewTable: () => setTask({ file: null }), onDeleteTable: setTask } : {}),
    dialog: task && (
      <Suspense>
        {'file' in task ? (
          <CreateTableDialog {...shared} file={task.file} onChanged={changed} onOpen={onOpen} />
        ) : (
          <DeleteTableDialog
            {...shared}
            table={task}
            onDeleted={() => {
              // Before it is asked for anew: while the list names a table, its records are counted.
              cache.setQueryData(tablesQuery(instance.id, client).queryKey, (tables) =>
                tables?.filter(({ id }) => id !== task.id),
              )
              changed()
              onDeleted(task)
            }}
          />
        )}
      </Suspense>
    ),
  }
}
