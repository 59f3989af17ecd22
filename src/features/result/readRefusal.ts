import type { ActionError, ErrorKind } from '../../protocol/envelope.ts'
import type { Problem } from '../../protocol/problem.ts'

/** What was asked, and of which instance. */
export interface RefusedQuery {
  readonly instance: string
  /** The table's title, or what was entered for one. */
  readonly table: string | null
  readonly hasToken: boolean
  /** The base URL of the instance, if it is worth naming; null for the page's own database. */
  readonly address?: string | null
  /** A table is being made, so what is not found may be the place for it. */
  readonly makesTable?: boolean
}

/** What a server's refusal means, read from its kind and from the texts that CKAN and PostgreSQL send. */
export function readRefusal(error: ActionError, asked: RefusedQuery): Problem {
  const { message, kind, status, problem } = error
  // Even without a reason, the status alone says that rights or the table are missing.
  const isClear = kind === 'notAuthorized' || (kind === 'notFound' && asked.table !== null)
  if (problem !== null && !isClear) return problem
  if (/took too long|statement timeout/i.test(message)) return { code: 'queryTooSlow' }
  if (/action name not known: ?datastore_search_sql/i.test(message)) return { code: 'sqlIsOff' }
  if (/no room left for the page/i.test(message)) return { code: 'changeWithoutRoom' }
  if (kind === 'server' && /^internal server error\.?$/i.test(message)) return { code: 'noReasonGiven', status }
  return BY_KIND[kind](message, asked)
}

const BY_KIND: Readonly<Record<ErrorKind, (message: string, asked: RefusedQuery) => Problem>> = {
  sql: readSqlError,
  notAuthorized: readForbidden,
  notFound: (message, { table, instance, address }) => {
    if (table === null) return { code: 'nothingFound', said: withoutPrefix(message) }
    return address === null
      ? { code: 'tableNotHere', table }
      : { code: 'tableNotFound', table, instance, address: address ?? null }
  },
  validation: (said) => ({ code: 'queryRefused', said }),
  badRequest: (message, { instance }) => {
    const said = withoutPrefix(message)
    if (/action name not known/i.test(message)) return { code: 'actionUnknown', said, instance }
    return { code: 'refusedPlainly', said, hint: null }
  },
  server: (message) => {
    // The first sentence is what is so, the rest what to do.
    const [, what = message, rest = ''] = /^(.+?[.!?])\s+(.*)$/s.exec(message.trim()) ?? []
    return { code: 'serverFailed', said: withoutPrefix(what), remedy: rest === '' ? null : rest }
  },
}

function readForbidden(message: string, { instance, table, hasToken }: RefusedQuery): Problem {
  const called = /not authorized to call function (\S+)/i.exec(message)?.[1]
  if (called !== undefined) return { code: 'functionForbidden', name: called.replace(/[.,]$/, '') }
  if (/system tables/i.test(message)) return { code: 'systemTablesForbidden' }
  return { code: 'readForbidden', instance, table, hasToken }
}

function readSqlError(message: string, { instance }: RefusedQuery): Problem {
  // PostgreSQL adds quotes of its own around a name that was written in quotes.
  const first = (message.split('\n', 1)[0] ?? '').trim().replace(/""([^"]+)""/g, '"$1"')
  const column = /^column (.+?) does not exist/.exec(first)?.[1]
  if (column !== undefined) {
    const nearest = /Perhaps you meant to reference the column "([^"]+)"/.exec(message)?.[1]
    return {
      code: 'columnNotFound',
      column: quoted(column),
      nearest: nearest === undefined ? null : (nearest.split('.').at(-1) ?? nearest),
    }
  }
  const relation = /^relation (.+?) does not exist/.exec(first)?.[1]
  if (relation !== undefined) return { code: 'relationNotFound', relation: quoted(relation), instance }
  if (/not a single statement/i.test(first)) return { code: 'severalStatements' }
  if (/syntax error at end of input/.test(first)) return { code: 'statementEndsEarly' }
  if (/syntax error at or near "(?:insert|update|delete|merge|drop|create|alter|truncate|set|begin|copy)"/i.test(first))
    return { code: 'onlyReading', said: first }
  return { code: 'refusedPlainly', said: withoutPrefix(first), hint: /^HINT: +(.+)$/m.exec(message)?.[1] ?? null }
}

function quoted(name: string): string {
  return name.startsWith('"') ? name : `"${name}"`
}

/** Without the kind of refusal that CKAN puts before its sentence. */
function withoutPrefix(message: string): string {
  return message.trim().replace(/^(Not found|Access denied|Bad request)( -|:) */i, '')
}
