import { useEffect, useState } from 'react'
import { laterComponent } from '../../ui/later.tsx'
import { carriedFiles, carryFiles } from '../create/drop/carriedFiles.ts'
import type { TableTask, TableTasks, TableTasksOptions } from './tableTask.ts'

const TableTaskDialog = laterComponent(() => import('./TableTaskDialog.tsx').then((module) => module.TableTaskDialog))
const DropNote = laterComponent(() => import('../create/drop/DropNote.tsx').then((module) => module.DropNote))

/** Creating and deleting tables: by buttons, and by dropping files anywhere on the page. */
export function useTableTasks(options: TableTasksOptions): TableTasks {
  const { instance, hasToken, isKnownNot, current } = options
  const [task, setTask] = useState<TableTask | null>(() => {
    const files = carriedFiles()
    return files.length === 0 ? null : { files, done: 0, into: null }
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
      setTask((now) =>
        now && 'files' in now ? { ...now, files: [...now.files, ...files] } : { files, done: 0, into: null },
      )
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
    ...(mayWrite ? { onNewTable: () => setTask({ files: [], done: 0, into: null }), onDeleteTable: setTask } : {}),
    ...(mayWrite && current !== null ? { onAddRecords: () => setTask({ files: [], done: 0, into: current }) } : {}),
    onFiles: (files) => setTask({ files, done: 0, into: null }),
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
