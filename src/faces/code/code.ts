import type { Asking } from '../call.ts'

/** A language that a query can be written in. Each is a file in this folder. */
export interface Code {
  readonly id: string
  /** A program that gets all rows of the query, page by page, whatever their names and values are. */
  readonly write: (asking: Asking) => string
}

/** Where programs look for the token. */
export const TOKEN_VARIABLE = 'CKAN_TOKEN'
