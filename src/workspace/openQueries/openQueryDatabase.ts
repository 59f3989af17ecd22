import type { DBSchema } from 'idb'
import { openDatabase } from '../../storage/database.ts'
import { OPEN_QUERIES } from './databaseName.ts'
import type { StoredQuery } from './openQuery.ts'

/** Where open queries outlive the page. */
export interface QueryShelf {
  /** All that is kept, the one changed last at the end. */
  readonly all: () => Promise<readonly unknown[]>
  readonly put: (queries: readonly StoredQuery[]) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

interface Schema extends DBSchema {
  openQueries: { key: string; value: StoredQuery; indexes: { changedAt: number } }
}

/**
 * Opens the shelf. Version 1 has a store of open queries; a later version upgrades what an earlier one kept, step by step,
 * in the function below, and adds what it kept to the fixtures of the test.
 */
export async function openQueryShelf(): Promise<QueryShelf> {
  const database = await openDatabase<Schema>(OPEN_QUERIES, 1, (opened, before) => {
    if (before < 1) {
      opened.createObjectStore('openQueries', { keyPath: 'id' }).createIndex('changedAt', 'changedAt')
    }
  })
  return {
    all: () => database.getAllFromIndex('openQueries', 'changedAt'),
    async put(queries) {
      const { store, done } = database.transaction('openQueries', 'readwrite')
      await Promise.all([...queries.map((query) => store.put(query)), done])
    },
    async remove(ids) {
      const { store, done } = database.transaction('openQueries', 'readwrite')
      await Promise.all([...ids.map((id) => store.delete(id)), done])
    },
  }
}
