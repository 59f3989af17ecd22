import { engineFolder } from './engineFolder.ts'
import { takeEarlyWorker } from './earlyStart.ts'

/**
 * Notes in the browser's storage what `earlyWorker.js` reads at the next visit: whether this page begins with its own
 * PostgreSQL. If it does not, any more, the worker that was started for nothing ends. Where nothing can be kept, the worker
 * starts with the program.
 */
export function noteEngine(storage: Storage | null, beginsWithIt: boolean): void {
  const folder = engineFolder()
  try {
    const isNoted = storage?.getItem(NAME) === folder
    if (beginsWithIt && !isNoted) storage?.setItem(NAME, folder)
    else if (!beginsWithIt && isNoted) storage?.removeItem(NAME)
  } catch {
    // Full or denied.
  }
  if (!beginsWithIt) takeEarlyWorker()?.terminate()
}

type Storage = Pick<typeof localStorage, 'getItem' | 'setItem' | 'removeItem'>

const NAME = 'rowan.engine'
