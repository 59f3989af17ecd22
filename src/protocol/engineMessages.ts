import type { Problem } from './problem.ts'

/** Where the page's own database is kept: files of the origin, IndexedDB, or only this tab's memory. */
export type EngineStore = 'opfs' | 'indexeddb' | 'memory'

/** Which database of the page: the one that is This browser, or the one that holds the copies of other tables. */
export type EngineName = 'rowan-postgres-18' | 'rowan-copies-18'

/** The cache of answers that a page may show before its database has started: what it would answer now, by their addresses. */
export const EARLY_ANSWERS = 'rowan-answers-18'

/** What a worker has loaded, so that the next one doesn't load it again. */
export interface EngineParts {
  readonly wasm: WebAssembly.Module
  readonly data: Blob
}

/** May be sent to the worker of the page's own database before `EngineBegin`: loads the engine's files, and opens nothing. */
export interface EnginePrepare {
  readonly kind: 'prepare'
  /** As in `EngineBegin`. */
  readonly base: string
}

/** The first message to the worker of the page's own database, but for `EnginePrepare`. */
export interface EngineBegin {
  readonly kind: 'begin'
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** Names its files, too. They have PostgreSQL's major version, because another one can't read them. */
  readonly name: EngineName
  /** Removes what was stored before. */
  readonly fresh: boolean
  /** The data folder (a gzipped tar) that a new store begins with; null: the sample. */
  readonly seed: Blob | null
  /** Stores nothing, only to see whether a data folder can be opened. */
  readonly memory: boolean
  /** Opens nothing: saves what can be saved of a store that doesn't open, without changing it. */
  readonly salvage: boolean
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
  /** Before anything is opened, so that the next worker has them whatever is wrong with what is stored. */
  | { readonly kind: 'loaded'; readonly parts: EngineParts }
  | { readonly kind: 'starting' }
  | { readonly kind: 'opened'; readonly store: EngineStore; readonly interruptible: boolean }
  /** Tables of which less is stored than was noted. */
  | { readonly kind: 'lost'; readonly tables: readonly SalvagedTable[] }
  /** The engine can no longer be trusted: the worker has to end, and the next one opens what was stored. */
  | { readonly kind: 'broken'; readonly problem: Problem }

/** What could be saved of a damaged store. */
export interface Salvaged {
  readonly tables: readonly SalvagedTable[]
  /** The log could not be used, so the last changes before the damage may be missing. */
  readonly isLogLost: boolean
}

/** A table of it by its name; null: nothing of it could be saved, or it isn't known how many records it had. */
export interface SalvagedTable {
  readonly name: string
  readonly saved: number | null
  readonly records: number | null
}

/** What took the place of other tables by a restore, and is kept until it is let go. */
export interface KeptTables {
  readonly id: number
  /** When they were replaced, ISO 8601. */
  readonly at: string
  readonly tables: readonly NotedTable[]
  readonly bytes: number
}

/** A table as it was noted beside the store. */
export interface NotedTable {
  readonly id: string
  readonly name: string
  readonly records: number | null
  /** The size of its file. */
  readonly bytes: number
}
