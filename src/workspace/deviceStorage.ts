import { browserStorage } from '../storage/browserStorage.ts'
import { moveEarlierWorkspace } from './earlierWorkspace.ts'
import { reportStorageProblem } from './storageProblems.ts'

/** This device's storage. What an earlier version of the page kept is in its new places before anything is read. */
export const deviceStorage = browserStorage('local')

moveEarlierWorkspace(deviceStorage, reportStorageProblem)
