import { ActionError } from '../../protocol/envelope.ts'
import type { Problem } from '../../protocol/problem.ts'
import type { ProfileStore } from '../profile/profile.ts'

/**
 * A refusal of a statement, with the likely cause where the server names none, or a wrong one because it runs the statement
 * inside another. Notices where the server has no SQL at all.
 */
export function refusedStatement(error: ActionError, statement: string, profile: ProfileStore): ActionError {
  if (isWithoutSql(error, profile.get().sql === 'on')) profile.learn('noticed', { sql: 'off' })
  const problem = problemOf(error, statement)
  if (problem === null) return error
  const { kind, status, type, fields, serverText } = error
  return new ActionError({ kind, status, type, fields, serverText, problem })
}

function problemOf(error: ActionError, statement: string): Problem | null {
  const verb = /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*([a-z]+)/i.exec(statement)?.[1]?.toUpperCase() ?? ''
  if (CHANGING.has(verb) && error.kind === 'sql' && /syntax error/i.test(error.message)) {
    // A server that runs the statement as it is points at the verb itself.
    const near = /at or near "([^"]*)"/.exec(error.message)?.[1]?.toUpperCase()
    return near === verb ? null : { code: 'statementChanges', verb }
  }
  if (/not a single statement/i.test(error.message) && statement.includes('#')) return { code: 'numberSignRefused' }
  // CKAN has no words for values that PostgreSQL can't convert or calculate with.
  return error.status === 500 && isWithoutReason(error) && CALCULATING.test(statement)
    ? { code: 'valueUnfit', status: error.status }
    : null
}

/**
 * Only an unknown action means that SQL is off: a missing table is refused in a form of the API, or else was asked for of a
 * server that has answered statements.
 */
function isWithoutSql({ status, kind, message }: ActionError, hasAnswered: boolean): boolean {
  if (/action name not known/i.test(message)) return true
  if (hasAnswered) return false
  return (status === 404 || status === 405 || status === 501) && kind === 'server'
}

/** Whether a server has failed and doesn't say at what. */
export function isWithoutReason({ problem, message }: ActionError): boolean {
  if (problem !== null) return problem.code === 'noReasonGiven' || problem.code === 'notAnAnswer'
  return /^internal server error\.?$/i.test(message.trim())
}

const CHANGING: ReadonlySet<string> = new Set(
  'INSERT UPDATE DELETE MERGE DROP CREATE ALTER TRUNCATE GRANT REVOKE COPY SET BEGIN CALL DO VACUUM'.split(' '),
)

/** A cast, a function that converts, or a division. */
const CALCULATING = /::|\bcast\s*\(|\bto_(?:number|date|timestamp)\b|[\w)"]\s*[/%]\s*[\w("]/i
