import { ActionError, type ErrorKind } from '../protocol/envelope.ts'

/** An error in plain words: what is so, what to do, and the server's own text for whoever wants it. */
export interface Failure {
  readonly what: string
  readonly remedy: string | null
  readonly serverText: string | null
}

/** What was asked of whom, for the sentences of a `Failure`. */
export interface Asked {
  readonly instance: string
  /** The table's title, or what was given for one. */
  readonly table: string | null
  readonly hasToken: boolean
}

/** Any error of a query, explained. */
export function explainFailure(error: Error, asked: Asked): Failure {
  if (!(error instanceof ActionError)) return splitSentences(error.message)
  const serverText = error.serverText === '' ? null : error.serverText
  return { ...explainRefusal(error, asked), serverText }
}

type Words = Pick<Failure, 'what' | 'remedy'>

function explainRefusal(error: ActionError, asked: Asked): Words {
  if (/took too long|statement timeout/i.test(error.message))
    return {
      what: 'The query took longer than this server allows.',
      remedy: 'Ask for fewer records, or narrow it down.',
    }
  if (/action name not known: ?datastore_search_sql/i.test(error.message))
    return { what: 'SQL is off on this server.', remedy: 'The filter form still works.' }
  if (error.kind === 'server' && /^internal server error\.?$/i.test(error.message))
    return { what: `The server answered ${error.status} and gave no reason.`, remedy: TRY_AGAIN }
  return KINDS[error.kind](error.message, asked)
}

const TRY_AGAIN = 'Try again. If it stays so, tell the administrator of the server.'

const KINDS: Readonly<Record<ErrorKind, (message: string, asked: Asked) => Words>> = {
  sql: explainSql,
  notAuthorized: explainRights,
  notFound: (message, { table, instance }) => ({
    what: table === null ? sentence(message) : `There is no table "${table}" on ${instance}.`,
    remedy: 'Choose a table from the list, or check the id. A private table shows only with a token that may read it.',
  }),
  validation: (message) => ({ what: `The server refused the query: ${clause(message)}.`, remedy: null }),
  badRequest: (message, { instance }) => ({
    what: sentence(message),
    remedy: /action name not known/i.test(message)
      ? `Check the address and the path prefix of ${instance} in its connection.`
      : null,
  }),
  server: (message) => {
    const { what, remedy } = splitSentences(message)
    return { what, remedy: remedy ?? TRY_AGAIN }
  },
}

function explainRights(message: string, asked: Asked): Words {
  const called = /not authorized to call function (\S+)/i.exec(message)?.[1]
  if (called !== undefined)
    return {
      what: `This server does not allow the function ${called.replace(/[.,]$/, '')}.`,
      remedy: 'It has a list of the functions that a statement may call.',
    }
  if (/system tables/i.test(message))
    return { what: 'This server does not allow reading system tables.', remedy: 'Ask for one of the listed tables.' }
  return {
    what: `${asked.instance} does not let ${asked.hasToken ? 'this token' : 'anonymous readers'} read ${asked.table === null ? 'this' : `"${asked.table}"`}.`,
    remedy: asked.hasToken ? 'Check the API token in the connection.' : 'Give an API token in the connection.',
  }
}

function explainSql(message: string, asked: Asked): Words {
  // PostgreSQL quotes a name that was written in quotes once more.
  const first = (message.split('\n', 1)[0] ?? '').trim().replace(/""([^"]+)""/g, '"$1"')
  const nearest = /Perhaps you meant to reference the column "([^"]+)"/.exec(message)?.[1]
  const column = /^column (.+?) does not exist/.exec(first)?.[1]
  if (column !== undefined)
    return {
      what: `There is no column ${quoted(column)} here.`,
      remedy:
        nearest === undefined
          ? 'Double quotes are for names and keep their case; text values stand in single quotes.'
          : `The nearest is "${nearest.split('.').at(-1) ?? nearest}". Names in quotes keep their case.`,
    }
  const relation = /^relation (.+?) does not exist/.exec(first)?.[1]
  if (relation !== undefined)
    return {
      what: `There is no table ${quoted(relation)} on ${asked.instance}.`,
      remedy: 'Insert table name puts in the name of the chosen table, in double quotes.',
    }
  if (/not a single statement/i.test(first))
    return { what: 'The server takes one statement at a time.', remedy: 'Remove what follows the first semicolon.' }
  if (/syntax error at end of input/.test(first))
    return { what: 'Syntax error: the statement ends too early.', remedy: null }
  if (/syntax error at or near "(?:insert|update|delete|merge|drop|create|alter|truncate|set|begin|copy)"/i.test(first))
    return { what: sentence(first), remedy: 'Only statements that read are run: SELECT, VALUES, TABLE.' }
  const hint = /^HINT: +(.+)$/m.exec(message)?.[1]
  return { what: sentence(first), remedy: hint === undefined ? null : sentence(hint) }
}

function quoted(name: string): string {
  return name.startsWith('"') ? name : `"${name}"`
}

function sentence(message: string): string {
  const text = message.trim().replace(/^(Not found|Access denied|Bad request)( -|:) */i, '')
  const closed = /[.!?…]$/.test(text) ? text : `${text}.`
  return closed.charAt(0).toUpperCase() + closed.slice(1)
}

function clause(message: string): string {
  return message.trim().replace(/\.$/, '')
}

/** The first sentence is what is so, the rest what to do. */
function splitSentences(message: string): Failure {
  const [, what = message, rest = ''] = /^(.+?[.!?])\s+(.*)$/s.exec(message.trim()) ?? []
  return { what: sentence(what), remedy: rest === '' ? null : rest, serverText: null }
}
