/** The actions of the service; reading ones also take GET, writing ones only POST (protocol/README.md P3). */
export const actions = {
  datastore_create: { reads: false },
  datastore_upsert: { reads: false },
  datastore_search: { reads: true },
  datastore_search_sql: { reads: true },
  datastore_info: { reads: true },
  datastore_delete: { reads: false },
  datastore_records_delete: { reads: false },
} as const satisfies Record<string, { reads: boolean }>

export type ActionName = keyof typeof actions

/** What comes between a base URL and the name of an action (protocol/README.md P1). */
export const DEFAULT_PREFIX = '/en/api/3/action'

/** The prefixes under which the API usually answers. */
export const USUAL_PREFIXES = [DEFAULT_PREFIX, '/api/3/action'] as const

/** The readable pseudo-resource that lists tables and aliases (protocol/README.md P14). */
export const TABLE_METADATA = '_table_metadata'

/** Rows that a search gives when no limit is asked for, and the most that any answer holds (CKAN's defaults). */
export const ROWS_DEFAULT = 100
export const ROWS_MAX = 32_000
