import { openDB, type DBSchema } from 'idb'
import type { KeptTables, NotedTable } from '../protocol/engineMessages.ts'
import { ProblemError } from '../protocol/problem.ts'

/** Backups of the tables that a restore has replaced, until the person lets them go. */
export interface KeptStores {
  list(): Promise<readonly KeptTables[]>
  /** Resolves, with its id, once it is stored; rejects with `noRoomToKeep`. */
  keep(backup: Blob, tables: readonly NotedTable[]): Promise<number>
  /** Null if there is none with that id. */
  backup(id: number): Promise<Blob | null>
  letGo(id: number): Promise<void>
}

/** Kept beside the store, in a database of their own; or, like the store itself, only in this tab's memory. */
export function keptStores(place: 'stored' | 'memory'): KeptStores {
  if (place === 'memory') return inMemory()
  return {
    list: () => withShelf((shelf) => shelf.getAll(SHELF).then((all) => all.map(toldOf))),
    keep: (backup, tables) =>
      withShelf((shelf) => shelf.add(SHELF, { at: new Date().toISOString(), tables, backup })).catch(
        (cause: unknown) => {
          throw isOfRoom(cause) ? new ProblemError({ code: 'noRoomToKeep' }, { cause }) : cause
        },
      ),
    backup: (id) => withShelf(async (shelf) => (await shelf.get(SHELF, id))?.backup ?? null),
    letGo: (id) => withShelf((shelf) => shelf.delete(SHELF, id)),
  }
}

function inMemory(): KeptStores {
  const all = new Map<number, Kept>()
  let last = 0
  return {
    list: async () => [...all.values()].map(toldOf),
    async keep(backup, tables) {
      last += 1
      all.set(last, { id: last, at: new Date().toISOString(), tables, backup })
      return last
    },
    backup: async (id) => all.get(id)?.backup ?? null,
    letGo: async (id) => void all.delete(id),
  }
}

interface Kept {
  readonly id?: number
  readonly at: string
  readonly tables: readonly NotedTable[]
  readonly backup: Blob
}

function toldOf({ id = 0, at, tables, backup }: Kept): KeptTables {
  return { id, at, tables, bytes: backup.size }
}

function isOfRoom(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'UnknownError')
}

const NAME = 'rowan-kept-18'
const SHELF = 'backups'

interface Shelf extends DBSchema {
  [SHELF]: { key: number; value: Kept }
}

async function withShelf<T>(work: (shelf: Awaited<ReturnType<typeof openShelf>>) => Promise<T>): Promise<T> {
  const shelf = await openShelf()
  try {
    return await work(shelf)
  } finally {
    shelf.close()
  }
}

function openShelf() {
  return openDB<Shelf>(NAME, 1, {
    upgrade: (database) => void database.createObjectStore(SHELF, { keyPath: 'id', autoIncrement: true }),
  })
}
