import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb'

/**
 * Opens a database of the browser, and upgrades it to that version. Rejects if the browser has none, blocks it, or does
 * not answer. A newer version of the page in another tab may upgrade it at any time: this one then lets go of it.
 */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(name, version, {
    upgrade(database, from, to, transaction, event) {
      // If the browser removes the database meanwhile, `opening` tells; this says the same once more, to nobody.
      transaction.done.catch(() => undefined)
      return upgrade(database, from, to, transaction, event)
    },
    blocking: (_now, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database ${name} does not open`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([opening, silence])
  } finally {
    clearTimeout(timer)
  }
}

const PATIENCE_MS = 5000
