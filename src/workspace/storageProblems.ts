import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { KeepingProblem } from '../storage/keptValue.ts'

/** What is wrong with what this device keeps for the page. `noDatabase`: everything but sheets, runs and kept queries is kept. */
export type StorageProblem = KeepingProblem | 'noDatabase'

/** What has gone wrong so far, each once. */
export function useStorageProblems(): readonly StorageProblem[] {
  return useStore(problems)
}

/** Notes that something went wrong. */
export function reportStorageProblem(problem: StorageProblem): void {
  if (!problems.getState().includes(problem)) problems.setState([...problems.getState(), problem], true)
}

const problems = createStore<readonly StorageProblem[]>(() => [])
