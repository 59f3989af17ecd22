import type { QueryBody } from './query.ts'

type Parts = Exclude<keyof QueryBody, 'where'>

/** The parameters of a link that hold each part of a question about records. A condition is named after its operator. */
export const QUERY_NAMES = {
  search: ['q'],
  sort: ['sort', 'nulls'],
  limit: ['limit'],
  columns: ['columns'],
  distinct: ['distinct'],
} as const satisfies { readonly [Part in Parts]-?: readonly string[] }

/** One of them. */
export type QueryName = (typeof QUERY_NAMES)[Parts][number]
