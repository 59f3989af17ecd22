import type { EngineName } from '../../protocol/engineMessages.ts'

/** The database that this worker owns: the name of its folder of private files, and of its database in IndexedDB. */
export function storeName(): EngineName {
  return name
}

/** Names it, before anything is opened: a worker has one all its life. */
export function setStoreName(given: EngineName): void {
  name = given
}

let name: EngineName = 'rowan-postgres-18'
