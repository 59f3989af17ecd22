import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { tablesQuery } from '../../results/queries.ts'
import type { Instance } from '../../instances/instance.ts'
import { tablesWords } from '../../words/en/tables.ts'
import { showToast } from '../../ui/Toast.tsx'

const CreateTableDialog = lazy(() =>
  import('../create/CreateTableDialog.tsx').then((module) => ({ default: module.CreateTableDialog })),
)
const DeleteTableDialog = lazy(() =>
  import('./DeleteTableDialog.tsx').then((module) => ({ default: module.DeleteTableDialog })),
)

export interface TableTasks {
  /** Absent if nothing can be written, such as without a token. */
  readonly onNewTable?: (() => void) | undefined
  readonly onDeleteTable?: ((table: Table) => void) | undefined
  /** The dialog of the open task. */
  readonly dialog: ReactNode
}

export interface TableTasksOptions {
  readonly instance: Instance
  readonly client: ActionClient
  readonly hasToken: boolean
  /** This token is known to allow no writing: no button offers it then, and a dropped file gets the server's refusal. */
  readonly isKnownNot: boolean
  readonly onOpen: (resource: string) => void
  /** A table was deleted. */
  readonly onDeleted: (table: Table) => void
}

/** Creating and deleting tables: by buttons, and by dropping a file anywhere on the page. */
export function useTableTasks(options: TableTasksOptions): TableTasks {
  const { instance, client, hasToken, isKnownNot, onOpen, onDeleted } = options
  const cache = useQueryClient()
  const [task, setTask] = useState<{ file: File | null } | Table | null>(null)
  const isEmbedded = instance.origin === 'embedded'
  const mayWrite = hasToken || isEmbedded
  const take = useEffectEvent((file: File) => {
    if (mayWrite) setTask({ file })
    else showToast(tablesWords.tokenNeeded(instance.title))
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
              // Before the list is loaded again: as long as it names the table, its records would be counted.
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
