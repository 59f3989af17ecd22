import { invalid, type Refusal } from './refusal.ts'
import { SqlError, type Statement } from './sql.ts'

/** Whether PostgreSQL refused what the request asked for, rather than failing (a broken connection, a full disk, a bug). */
export function isRefusedRequest(error: unknown): error is SqlError {
  return error instanceof SqlError && !/^(08|53|57P|58|F0|XX)/.test(error.code)
}

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
