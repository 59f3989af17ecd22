import type { Problem } from './problem.ts'

/** Where the page's own database is kept: files of the origin, IndexedDB, or only this tab's memory. */
export type EngineStore = 'opfs' | 'indexeddb' | 'memory'

/** What a worker has loaded, so that the next one doesn't load it again. */
export interface EngineParts {
  readonly wasm: WebAssembly.Module
  readonly data: Blob
}

/** The first message to the worker of the page's own database. */
export interface EngineBegin {
  readonly kind: 'begin'
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** Removes what was stored before. */
  readonly fresh: boolean
  /** The data folder (a gzipped tar) that a new store begins with; null: the sample. */
  readonly seed: Blob | null
  /** Stores nothing, only to see whether a data folder can be opened. */
  readonly memory: boolean
  readonly parts: EngineParts | null
  readonly permit: string
}

/**
 * Sent to the worker before a request: statements continue while the file at this address can be read. A worker in the
 * middle of a statement receives no messages, and hosts without special headers have no shared memory.
 */
export interface EnginePermit {
  readonly kind: 'permit'
  readonly permit: string
}

/** What the worker reports besides its answers. */
export type EngineReport =
  | { readonly kind: 'loading'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'opened'
      readonly store: EngineStore
      readonly parts: EngineParts
      readonly interruptible: boolean
    }
  /** The engine can no longer be trusted: the worker has to end, and the next one opens what was stored. */
  | { readonly kind: 'broken'; readonly problem: Problem }
