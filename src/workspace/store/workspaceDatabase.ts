import { openDatabase } from '../../storage/database.ts'
import { moveEarlierQueries } from './earlierDatabases.ts'
import { WORKSPACE } from './databaseName.ts'
import type { WorkspaceDatabase, WorkspaceSchema } from './workspaceSchema.ts'

/**
 * Opens the one database of the workspace, or returns the one that is open. What the two databases before it hold is moved
 * into it. A later version upgrades what an earlier one kept, step by step, in the function below, and adds what it kept to
 * the fixtures of the tests.
 */
export function workspaceDatabase(): Promise<WorkspaceDatabase> {
  const known = opened.get(indexedDB)
  if (known !== undefined) return known
  const opening = open()
  opened.set(indexedDB, opening)
  opening.catch(() => opened.delete(indexedDB))
  return opening
}

const opened = new WeakMap<IDBFactory, Promise<WorkspaceDatabase>>()

async function open(): Promise<WorkspaceDatabase> {
  const database = await openDatabase<WorkspaceSchema>(WORKSPACE, 1, (created, before) => {
    if (before < 1) {
      created.createObjectStore('sheets', { keyPath: 'id' }).createIndex('changedAt', 'changedAt')
      const runs = created.createObjectStore('runs', { keyPath: 'id' })
      runs.createIndex('startedAt', 'startedAt')
      runs.createIndex('instanceId', 'instanceId')
      created.createObjectStore('kept', { keyPath: 'id' }).createIndex('keptAt', 'keptAt')
      created.createObjectStore('recent', { keyPath: 'id' }).createIndex('at', 'at')
    }
  })
  // What can't be moved now stays where it is until the next time.
  await moveEarlierQueries(database).catch(() => undefined)
  return database
}
