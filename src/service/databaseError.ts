import { invalid, type Refusal } from './refusal.ts'
import { SqlError, type Statement } from './sql.ts'

/**
 * Whether PostgreSQL refused what the request asked for, rather than failing (a broken connection, a full disk, a bug).
 * Out of memory (53200) is a refusal: one statement has asked for more than there is, and the next one can be answered.
 */
export function isRefusedRequest(error: unknown): error is SqlError {
  if (!(error instanceof SqlError)) return false
  return !/^(08|53(?!200)|57P|58|F0|XX)/.test(error.code) || error.message === TOO_NESTED
}

/** What PostgreSQL calls an internal error (XX000) is a full-text query of more than 32 operators inside each other. */
const TOO_NESTED = 'tsquery stack too small'

/** Whether a statement was ended because it ran too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SqlError && error.code === '57014'
}

/** CKAN's refusal of a search that the database refused: its statement, its parameters, its words. Other errors stay. */
export function searchRefusal(error: unknown, { text, values }: Statement): unknown {
  if (isTimeout(error)) return invalid({ query: ['Search took too long'] })
  if (!isRefusedRequest(error)) return error
  const params = Object.fromEntries(values.map((held, place) => [`$${place + 1}`, held]))
  return invalid({ query: ['Invalid query'], info: { statement: [text], params: [params], orig: [error.message] } })
}

/** CKAN's refusal of records: the database's words and the number of the record, from 0. Other errors stay. */
export function recordsRefusal(error: unknown, row: number): unknown {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  return isRefusedRequest(error) ? invalid({ records: [error.message], records_row: row }) : error
}

/** The refusal of a statement whose parts have no parameter of their own to blame. Other errors stay. */
export function queryRefusal(error: unknown): Refusal | null {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  return isRefusedRequest(error) ? invalid({ query: [error.message] }) : null
}

/**
 * Whether the database is out of reach: it starts or ends, takes no more connections, or the connection broke off. pg has
 * no code for the last.
 */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof SqlError) return /^(08|53300|57P0)/.test(error.code)
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (
    /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN)/.test(String(code)) ||
    error.message.startsWith('Connection terminated')
  )
}

/**
 * Whether PGlite is not to be asked again: a failure that PostgreSQL did not report, one that it calls internal (XX), or a
 * statement that it has lost (26000). Its memory may be damaged then (measured: "bad buffer ID" after an overflown stack).
 */
export function isEngineBroken(error: unknown): boolean {
  return error instanceof SqlError ? /^(XX|26000)/.test(error.code) : true
}
