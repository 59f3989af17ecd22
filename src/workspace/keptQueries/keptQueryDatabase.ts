import { workspaceDatabase } from '../store/workspaceDatabase.ts'
import type { KeptQuery, RecentQuery } from './keptQuery.ts'

/** Where kept and recent queries outlive the page. */
export interface KeptShelf {
  readonly all: () => Promise<{ readonly kept: readonly unknown[]; readonly recent: readonly unknown[] }>
  readonly put: (kept: readonly KeptQuery[], recent: readonly RecentQuery[]) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

/** Opens the shelf, in the database of the workspace. */
export async function keptQueryShelf(): Promise<KeptShelf> {
  const database = await workspaceDatabase()
  const both = () => database.transaction(['kept', 'recent'], 'readwrite')
  return {
    async all() {
      const [kept, recent] = await Promise.all([
        database.getAllFromIndex('kept', 'keptAt'),
        database.getAllFromIndex('recent', 'at'),
      ])
      return { kept, recent }
    },
    async put(kept, recent) {
      const change = both()
      const puts = [
        ...kept.map((query) => change.objectStore('kept').put(query)),
        ...recent.map((query) => change.objectStore('recent').put(query)),
      ]
      await Promise.all([...puts, change.done])
    },
    async remove(ids) {
      const change = both()
      const stores = [change.objectStore('kept'), change.objectStore('recent')]
      await Promise.all([...stores.flatMap((store) => ids.map((id) => store.delete(id))), change.done])
    },
  }
}
