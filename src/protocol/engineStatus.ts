import type { EngineStore } from './engineMessages.ts'

/** How far the page's own PostgreSQL is; `store` is null until it has opened once. */
export type EngineStatus =
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number; readonly store: EngineStore | null }
  | { readonly phase: 'starting'; readonly store: EngineStore | null }
  | { readonly phase: 'open'; readonly store: EngineStore }
  /** `damaged`: something is stored that does not open, so a reset is what helps. */
  | {
      readonly phase: 'failed'
      readonly problem: string
      readonly damaged: boolean
      readonly store: EngineStore | null
    }
