import type { DBSchema, IDBPDatabase } from 'idb'
import type { KeptQuery, RecentQuery } from '../keptQueries/keptQuery.ts'
import type { StoredSheet } from '../sheets/sheet.ts'

/** What the person at this device works with: sheets, the runs of their statements, kept and recent queries. */
export interface WorkspaceSchema extends DBSchema {
  sheets: { key: string; value: StoredSheet; indexes: { changedAt: number } }
  runs: { key: string; value: StoredRun; indexes: { startedAt: number; instanceId: string } }
  kept: { key: string; value: KeptQuery; indexes: { keptAt: number } }
  recent: { key: string; value: RecentQuery; indexes: { at: number } }
}

/** What the database has to know of a run; the rest is as the history writes it. */
export interface StoredRun {
  readonly id: string
  readonly instanceId: string
  /** Ms since 1970. */
  readonly startedAt: number
}

/** The database of the workspace, open. */
export type WorkspaceDatabase = IDBPDatabase<WorkspaceSchema>
