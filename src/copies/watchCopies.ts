import { browserStorage } from '../storage/browserStorage.ts'
import { copies, isListDamaged } from './copies.ts'
import { originWhere } from './copyOrigins.ts'
import { isUnderWay, placeOfInstance } from './knownCopy.ts'
import { recoverCopies, workOnCopies } from './underWay.ts'

/**
 * Goes on with the copies that are under way, now or later. Where the list of copies
 * can't be read, or was removed though there are some, their database is asked.
 */
export function watchCopies(): void {
  const look = () => {
    if (!copies.get().some(isUnderWay)) return
    stop()
    workOnCopies((place) => originWhere((instance) => placeOfInstance(instance) === place))
  }
  const stop = copies.subscribe(look)
  look()
  void isListMissing().then((isMissing) => {
    return isMissing ? recoverCopies() : undefined
  }, ignore)
}

async function isListMissing(): Promise<boolean> {
  if (isListDamaged()) return true
  if (browserStorage('local')?.getItem('rowan.copies') !== null) return false
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle('rowan-copies-18').then(
    () => true,
    () => false,
  )
}

// Tried again at the next visit.
const ignore = () => undefined
