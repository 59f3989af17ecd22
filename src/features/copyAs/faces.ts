import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import type { Route } from '../../query/route.ts'
import { callOf, requestJson, type Asking, type Call } from '../../faces/call.ts'
import { codes } from '../../faces/code/codes.ts'
import { statementOf } from '../../faces/statement/statement.ts'
import { inPages, type SteadyStatement } from '../../query/statementPages.ts'
import { withoutClosingSemicolon } from '../../instances/client/closingSemicolon.ts'
import type { Instance } from '../../instances/instance.ts'

/** What is copied: the query of the form, or a statement with the columns of its answer. */
export type Copied =
  | {
      readonly kind: 'query'
      /** As it is sent today. */
      readonly query: Query
      /** As a statement says it: words like `this year` stay what they are. */
      readonly written: Query
      readonly route: Route | null
    }
  | {
      readonly kind: 'statement'
      readonly sql: () => string
      readonly columns: readonly string[]
      /** False: it can be read, but this server can't be asked for it. */
      readonly isAsked?: boolean
    }

export type FaceId = 'sql' | 'json' | (typeof codes)[number]['id']

/** Who is asked: whether a token is used counts, the token itself is nowhere. */
export interface CopiedFrom {
  readonly instance: Instance
  readonly hasToken: boolean
}

/** The call that gets what is copied; null if the server can't be asked for it. */
export function callFor(copied: Copied, fields: readonly Field[]): Call | null {
  if (copied.kind === 'statement' && copied.isAsked === false) return null
  if (copied.kind === 'statement') return { action: 'datastore_search_sql', sql: withoutClosingSemicolon(copied.sql()) }
  return copied.route === null
    ? null
    : callOf(copied.route === 'sql' ? copied.written : copied.query, fields, copied.route)
}

/**
 * One face of what is copied, as text; null if the server can't be asked for it. A program asks for a statement page by page
 * only where it is `steady`.
 */
export function faceText(
  id: FaceId,
  copied: Copied,
  fields: readonly Field[],
  from: CopiedFrom,
  steady: SteadyStatement | null = null,
): string | null {
  if (id === 'sql') return copied.kind === 'statement' ? copied.sql() || null : statementOf(copied.written, fields)
  const call = callFor(copied, fields)
  if (call === null) return null
  const limit = copied.kind === 'statement' ? null : copied.query.limit
  if (id === 'json') return requestJson(call, limit)
  const asking: Asking = {
    baseUrl: from.instance.baseUrl,
    prefix: from.instance.prefix,
    tokenHeader: from.hasToken ? from.instance.tokenHeader : null,
    call: call.action === 'datastore_search_sql' && copied.kind === 'statement' ? pagesOf(call, steady) : call,
    limit,
    columns: copied.kind === 'statement' ? copied.columns : (copied.query.columns ?? fields.map((field) => field.id)),
  }
  return codes.find((code) => code.id === id)?.write(asking) ?? null
}

/** Pages take a limit at their end, and an order in which they fit together. */
function pagesOf(call: Call & { readonly action: 'datastore_search_sql' }, steady: SteadyStatement | null): Call {
  return steady === null ? { ...call, isOnePage: true } : { ...call, sql: inPages({ ...steady, sql: call.sql }) }
}
