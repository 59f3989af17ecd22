import type { EngineStore } from './engineMessages.ts'
import type { Problem } from './problem.ts'

/** The state of the page's own PostgreSQL; `store` is null until it has opened once. */
export type EngineStatus =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number; readonly store: EngineStore | null }
  | { readonly phase: 'starting'; readonly store: EngineStore | null }
  | { readonly phase: 'open'; readonly store: EngineStore }
  /** `damaged`: something is stored that doesn't open, so only a reset helps. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly damaged: boolean
      readonly store: EngineStore | null
    }
