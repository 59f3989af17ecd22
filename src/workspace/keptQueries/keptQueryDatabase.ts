import type { DBSchema } from 'idb'
import { openDatabase } from '../../storage/database.ts'
import { KEPT_QUERIES } from './databaseName.ts'
import type { KeptQuery, RecentQuery } from './keptQuery.ts'

/** Where kept and recent queries outlive the page. */
export interface KeptShelf {
  readonly all: () => Promise<{ readonly kept: readonly unknown[]; readonly recent: readonly unknown[] }>
  readonly put: (kept: readonly KeptQuery[], recent: readonly RecentQuery[]) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

interface Schema extends DBSchema {
  kept: { key: string; value: KeptQuery; indexes: { keptAt: number } }
  recent: { key: string; value: RecentQuery; indexes: { at: number } }
}

/**
 * Opens the shelf. Version 1 has a store of kept queries and one of recent ones; a later version upgrades what an earlier
 * one kept, step by step, in the function below, and adds what it kept to the fixtures of the test. A database apart from
 * that of open queries, so that tabs of an older build go on writing theirs.
 */
export async function keptQueryShelf(): Promise<KeptShelf> {
  const database = await openDatabase<Schema>(KEPT_QUERIES, 1, (opened, before) => {
    if (before < 1) {
      opened.createObjectStore('kept', { keyPath: 'id' }).createIndex('keptAt', 'keptAt')
      opened.createObjectStore('recent', { keyPath: 'id' }).createIndex('at', 'at')
    }
  })
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
