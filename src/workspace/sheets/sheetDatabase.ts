import { workspaceDatabase } from '../store/workspaceDatabase.ts'
import type { StoredSheet } from './sheet.ts'

/** Where sheets outlive the page. */
export interface SheetShelf {
  /** All that is kept, the one changed last at the end. */
  readonly all: () => Promise<readonly unknown[]>
  readonly change: (put: readonly StoredSheet[], removed: readonly string[]) => Promise<void>
  /** Forgets an instance: its sheets, and the runs of its statements. */
  readonly forget: (instanceId: string) => Promise<void>
}

/** Opens the shelf, in the database of the workspace. */
export async function sheetShelf(): Promise<SheetShelf> {
  const database = await workspaceDatabase()
  return {
    all: () => database.getAllFromIndex('sheets', 'changedAt'),
    async change(put, removed) {
      const { store, done } = database.transaction('sheets', 'readwrite')
      await Promise.all([...put.map((sheet) => store.put(sheet)), ...removed.map((id) => store.delete(id)), done])
    },
    async forget(instanceId) {
      const change = database.transaction(['sheets', 'runs'], 'readwrite')
      const sheets = change.objectStore('sheets')
      const runs = change.objectStore('runs')
      const [all, ids] = await Promise.all([sheets.getAll(), runs.index('instanceId').getAllKeys(instanceId)])
      const gone = all.filter((sheet) => sheet.instanceId === instanceId)
      await Promise.all([...gone.map(({ id }) => sheets.delete(id)), ...ids.map((id) => runs.delete(id)), change.done])
    },
  }
}
