import { useEffect, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import type { Instance } from '../../instances/instance.ts'
import { laterComponent } from '../../ui/later.tsx'
import { carriedFile, carryFile } from '../create/drop/carriedFile.ts'

const TableTaskDialog = laterComponent(() => import('./TableTaskDialog.tsx').then((module) => module.TableTaskDialog))
const DropNote = laterComponent(() => import('../create/drop/DropNote.tsx').then((module) => module.DropNote))

/** A table to delete, or a file to make one from; null to ask for the file. */
export type TableTask = { readonly file: File | null } | Table

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
  /** Opens a file in the page's own database; null in a page without it. */
  readonly onThisBrowser: ((file: File) => void) | null
  readonly onOpen: (resource: string) => void
  /** A table was deleted. */
  readonly onDeleted: (table: Table) => void
}

/** Creating and deleting tables: by buttons, and by dropping a file anywhere on the page. */
export function useTableTasks(options: TableTasksOptions): TableTasks {
  const { instance, hasToken, isKnownNot } = options
  const [task, setTask] = useState<TableTask | null>(() => {
    const file = carriedFile()
    return file && { file }
  })
  const [isDragging, setIsDragging] = useState(false)
  const mayWrite = (hasToken && !isKnownNot) || instance.origin === 'embedded'
  useEffect(() => carryFile(null), [])
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
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      setTask({ file })
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
    ...(mayWrite ? { onNewTable: () => setTask({ file: null }), onDeleteTable: setTask } : {}),
    dialog: (
      <>
        {isDragging && <DropNote />}
        {task && <TableTaskDialog {...options} task={task} mayWrite={mayWrite} onClose={() => setTask(null)} />}
      </>
    ),
  }
}
