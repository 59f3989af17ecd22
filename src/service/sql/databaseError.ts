import { invalid, type Refusal } from '../refusal.ts'
import { DISK_FULL, SqlError, type Statement } from './sql.ts'

/**
 * Whether PostgreSQL refused the request, as opposed to failing itself (broken connection, full disk, bug). Out of memory
 * (53200) and too large temporary files (53400) are refusals: one statement wanted too much, and the next can be answered.
 */
export function isRefusedRequest(error: unknown): error is SqlError {
  if (!(error instanceof SqlError)) return false
  return !/^(08|53(?![24]00)|57P|58|F0|XX)/.test(error.code) || error.message === TOO_NESTED
}

/** A full-text query with more than 32 nested operators; PostgreSQL calls it an internal error (XX000). */
const TOO_NESTED = 'tsquery stack too small'

/** Whether a statement was ended for running too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SqlError && error.code === '57014'
}

/** Whether the database has no room on its disk for what was to be stored, or for a reading statement's temporary files. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SqlError && error.code === DISK_FULL
}

/** CKAN's refusal of a search that the database refused, with statement, parameters and message. Other errors are returned as they are. */
export function searchRefusal(error: unknown, { text, values }: Statement): unknown {
  if (isTimeout(error)) return invalid({ query: ['Search took too long'] })
  if (!isRefusedRequest(error)) return error
  const params = Object.fromEntries(values.map((held, place) => [`$${place + 1}`, held]))
  return invalid({ query: ['Invalid query'], info: { statement: [text], params: [params], orig: [error.message] } })
}

/** CKAN's refusal of records: the database's message and the record's number from 0. Other errors are returned as they are. */
export function recordsRefusal(error: unknown, row: number): unknown {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  // Other changes are to blame, and this one is run again.
  if (error instanceof SqlError && error.code.startsWith('40')) return error
  return isRefusedRequest(error) ? invalid({ records: [error.message], records_row: row }) : error
}

/** The refusal of a statement if no single parameter is to blame; null for other errors. */
export function queryRefusal(error: unknown): Refusal | null {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  return isRefusedRequest(error) ? invalid({ query: [error.message] }) : null
}

/**
 * Whether the database is unreachable: starting, stopping, out of connections, or the connection broke, for which pg has no
 * code.
 */
export function isOutOfReach(error: unknown): error is Error {
  if (error instanceof SqlError) return /^(08|53300|57P0)/.test(error.code) || error.message === NO_SESSION
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN)/.test(String(code)) ||
    /^(Connection terminated|Query read timeout|Client has encountered a connection error)/.test(error.message)
  )
}

/** What PostgreSQL says (XX000) if it has been restarted on a full disk: no session can begin until there is room. */
const NO_SESSION = 'could not write init file'

/**
 * Whether PostgreSQL gave the request up with an internal error (XX000): it met something its authors did not foresee, such
 * as a number that names nothing. It undid what it had done, and goes on.
 */
export function isInternalError(error: unknown): boolean {
  return error instanceof SqlError && error.code === 'XX000' && error.message !== NO_SESSION
}

/** The refusal of a request that PostgreSQL gave up with an internal error; its message is for the operator's log. */
export function internalRefusal(): Refusal {
  return invalid({
    query: [
      'The database could not work this out and gave it up; nothing was changed. Ask for less at once, or in another way.',
    ],
  })
}

/**
 * What an error says about PGlite. `broken`: a failure that PostgreSQL didn't report, or a lost statement (26000); its
 * memory may be damaged (measured: "bad buffer ID" after a stack overflow). `doubtful`: an internal error (XX), which most
 * often harms nothing: only a check can tell.
 */
export function engineAfter(error: unknown): 'sound' | 'doubtful' | 'broken' {
  if (!(error instanceof SqlError) || error.code === '26000') return 'broken'
  return error.code.startsWith('XX') ? 'doubtful' : 'sound'
}
