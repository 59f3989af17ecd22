import { TABLE_METADATA } from '../../protocol/actions.ts'
import { decodeSearch, type SearchPage } from '../../protocol/answers.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import type { Asker, RawReply } from '../transport/asker.ts'

/** What the probe knows when it asks the questions of the facts. */
export interface Probing {
  readonly ask: Asker
  /** The server has said what it is, so it knows more than the bare interface. */
  readonly isTold: boolean
  /** What it said, with its version; null if it named nothing. */
  readonly service: string | null
  readonly table: TableToAsk | null
}

/** A table to try searches on. */
export interface TableToAsk {
  readonly resource: string
  /** A field whose values are never less than `least`, and never `none`. */
  readonly field: string
  readonly none: string
  readonly least: unknown
}

/** The list of tables, if there is one: it is small and always there. Its `_id` is a text, so its names are asked for. */
export function tableToAsk(tables: number | null, resource: string | null): TableToAsk | null {
  if (tables !== null && tables > 0) return { resource: TABLE_METADATA, field: 'name', none: '-1', least: '!' }
  return resource === null ? null : { resource, field: '_id', none: '-1', least: 0 }
}

/** Why the server refused; null if it did what it was asked for. */
export function refusalOf({ status, body }: Pick<RawReply, 'status' | 'body'>): ActionError | null {
  try {
    readEnvelope(status, body)
    return null
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
}

/** The page that a search gave; null if it gave none. */
export function searchPage(reply: RawReply | null): SearchPage | null {
  if (reply === null || refusalOf(reply) !== null) return null
  try {
    return decodeSearch(readEnvelope(reply.status, reply.body))
  } catch {
    return null
  }
}

/** The members of a result that is an object; null otherwise. */
export function plainResult(reply: RawReply | null): Record<string, unknown> | null {
  if (reply === null || refusalOf(reply) !== null) return null
  const value: unknown = JSON.parse(readEnvelope(reply.status, reply.body))
  return typeof value === 'object' && value !== null ? { ...value } : null
}
