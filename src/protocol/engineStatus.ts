import type { EngineStore, SalvagedTable } from './engineMessages.ts'
import type { Problem } from './problem.ts'

/** The state of the page's own PostgreSQL. */
export type EngineStatus = ({ readonly phase: 'idle' } | (BegunStatus & Begun)) & Early

interface Early {
  /**
   * `shown`: answers are on the screen that PostgreSQL has not given yet, only those it is expected to give. `wrong`, told
   * once: it gave a different one, or none, so everything has to be asked again.
   */
  readonly early?: 'shown' | 'wrong'
}

/** Of one that has been asked for something. */
export type BegunStatus =
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number; readonly store: EngineStore | null }
  | { readonly phase: 'starting'; readonly store: EngineStore | null }
  /** `lost`: tables of which less is stored than was noted before. */
  | { readonly phase: 'open'; readonly store: EngineStore; readonly lost?: readonly SalvagedTable[] }
  /** `damaged`: something is stored that doesn't open, so only a reset helps. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly damaged: boolean
      readonly store: EngineStore | null
    }

interface Begun {
  /** Null until it has opened once. */
  readonly store: EngineStore | null
  /** How often the browser has removed what was stored while it was open, so that the page began again; none: never. */
  readonly removed?: number
}
