import { workspaceDatabase } from '../store/workspaceDatabase.ts'
import type { HistoryShelf } from './runHistory.ts'

/** The store of runs in the database of the workspace. */
export async function openHistoryShelf(): Promise<HistoryShelf> {
  const database = await workspaceDatabase()
  return {
    all: () => database.getAllFromIndex('runs', 'startedAt'),
    async put(runs) {
      const { store, done } = database.transaction('runs', 'readwrite')
      await Promise.all([...runs.map((run) => store.put(run)), done])
    },
    async remove(ids) {
      const { store, done } = database.transaction('runs', 'readwrite')
      await Promise.all([...ids.map((id) => store.delete(id)), done])
    },
  }
}
