import { browserStorage } from './browserStorage.ts'

/** Whether this tab has found that an instance has no catalogue, so that it is not asked again at each visit. */
export function hasNoCatalogue(instanceId: string): boolean {
  try {
    return browserStorage('session')?.getItem(PREFIX + instanceId) === 'none'
  } catch {
    return false
  }
}

/** Notes for this tab that an instance has no catalogue. */
export function noteNoCatalogue(instanceId: string): void {
  try {
    browserStorage('session')?.setItem(PREFIX + instanceId, 'none')
  } catch {
    // Then it is asked once more after a reload.
  }
}

const PREFIX = 'rowan.catalogue.'
