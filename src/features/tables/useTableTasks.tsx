import { useEffect, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import type { Instance } from '../../instances/instance.ts'
import { laterComponent } from '../../ui/later.tsx'
import { carriedFiles, carryFiles } from '../create/drop/carriedFiles.ts'

const TableTaskDialog = laterComponent(() => import('./TableTaskDialog.tsx').then((module) => module.TableTaskDialog))
const DropNote = laterComponent(() => import('../create/drop/DropNote.tsx').then((module) => module.DropNote))

/** Files to make tables from, one after the other; none yet to ask for one. */
export interface FilesTask {
  readonly files: readonly File[]
  /** How many files of the task are done with. */
  readonly done: number
}

/** A table to delete, or files to make tables from. */
export type TableTask = FilesTask | Table

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
  /** This token is known to allow no writing. */
  readonly isKnownNot: boolean
  /** Opens files in the page's own database; null in a page without it. */
  readonly onThisBrowser: ((files: readonly File[]) => void) | null
  /** Opens the connection of this instance, where a token can be entered; null if it takes none. */
  readonly onToken: (() => void) | null
  readonly onOpen: (resource: string) => void
  /** A table was deleted. */
  readonly onDeleted: (table: Table) => void
}

/** Creating and deleting tables: by buttons, and by dropping files anywhere on the page. */
export function useTableTasks(options: TableTasksOptions): TableTasks {
  const { instance, hasToken, isKnownNot } = options
  const [task, setTask] = useState<TableTask | null>(() => {
    const files = carriedFiles()
    return files.length === 0 ? null : { files, done: 0 }
  })
  const [isDragging, setIsDragging] = useState(false)
  const mayWrite = (hasToken && !isKnownNot) || instance.origin === 'embedded'
  useEffect(() => carryFiles([]), [])
  useEffect(() => {
    const over = (event: DragEvent) => {
      // Without this the browser would leave the page for the file.
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDragging(true)
    }
    // Only what leaves the window leads nowhere.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsDragging(false)
    const drop = (event: DragEvent) => {
      setIsDragging(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      // They come after those that are not done with.
      setTask((now) => (now && 'files' in now ? { ...now, files: [...now.files, ...files] } : { files, done: 0 }))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  return {
    ...(mayWrite ? { onNewTable: () => setTask({ files: [], done: 0 }), onDeleteTable: setTask } : {}),
    dialog: (
      <>
        {isDragging && <DropNote />}
        {task && (
          <TableTaskDialog
            {...options}
            task={task}
            mayWrite={mayWrite}
            onTask={setTask}
            onClose={() => setTask(null)}
          />
        )}
      </>
    ),
  }
}
