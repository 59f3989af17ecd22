/** Where the page's own database lies: files of the origin, IndexedDB, or nowhere but in this tab's memory. */
export type EngineStore = 'opfs' | 'indexeddb' | 'memory'

/** What a worker has loaded and the next one need not load again. */
export interface EngineParts {
  readonly wasm: WebAssembly.Module
  readonly data: Blob
}

/** The first message to the worker of the page's own database. */
export interface EngineBegin {
  readonly kind: 'begin'
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** What was stored before is removed first. */
  readonly fresh: boolean
  /** The data folder (a gzipped tar) that a new store begins with; null: the sample. */
  readonly seed: Blob | null
  /** Nothing is stored: to look whether a data folder can be opened. */
  readonly memory: boolean
  readonly parts: EngineParts | null
  readonly permit: string
}

/**
 * To the worker, before what it is for: statements go on as long as the file at this address can be read. A worker in
 * the midst of a statement hears no message, and hosts without special headers have no shared memory.
 */
export interface EnginePermit {
  readonly kind: 'permit'
  readonly permit: string
}

/** What the worker tells besides its answers. */
export type EngineNews =
  | { readonly kind: 'loading'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'opened'
      readonly store: EngineStore
      readonly parts: EngineParts
      readonly interruptible: boolean
    }
  /** The engine is no more to be trusted: the worker has to be ended, and the next one opens what was stored. */
  | { readonly kind: 'broken'; readonly problem: string }

/** Begins the words of a failure to open what is stored, for which a reset is offered. */
export const DAMAGED_STORE = 'What this browser stores for the page could not be opened'
