import type { EngineStore } from '../../protocol/engineMessages.ts'
import { isStoredIn } from './browserStore.ts'
import { openNotes } from './notedTables.ts'

/** Notices that the browser removes what is stored while it is open, as when a person clears the site's data. */
export interface StoreWatch {
  /** Looks whether it is still there. */
  isThere(): Promise<boolean>
}

/**
 * Calls `onRemoved` once. From then on the open files must not be touched: some read as if they were empty, and others
 * never answer (Chromium 156, in a private window and in a normal one).
 */
export function watchStore(store: EngineStore, onRemoved: () => void): StoreWatch {
  let isRemoved = false
  const remove = () => {
    if (!isRemoved) onRemoved()
    isRemoved = true
  }
  if (store === 'memory') return { isThere: async () => true }
  // The browser closes the databases of a site whose data it removes, and tells them so at once.
  openNotes(remove).catch(() => undefined)
  return {
    async isThere() {
      if (!isRemoved && !(await answered(() => isStoredIn(store)))) remove()
      return !isRemoved
    },
  }
}

/** While the browser removes data it may leave such a question without any answer, so it is asked twice. */
async function answered(ask: () => Promise<boolean>): Promise<boolean> {
  const inTime = () =>
    Promise.race([
      ask().catch(() => true),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
    ])
  return (await inTime()) ?? (await inTime()) ?? true
}

const PATIENCE_MS = 1500
