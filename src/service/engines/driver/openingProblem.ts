import { DatabaseError } from 'pg'
import { SqlError, type TransactionMode } from '../../sql/sql.ts'

/** What kept a transaction from beginning is nothing that the statements in it asked for. */
export function openingProblem(error: unknown, mode: TransactionMode): unknown {
  const problem = mode === 'read write' ? readOnlyServer(error) : error
  if (!(problem instanceof SqlError) || !/^(22|42)/.test(problem.code)) return problem
  return new Error(`No transaction could begin: ${problem.message}`, { cause: problem })
}

/** A server that follows another, or may only be read, counts as unreachable (57P03) for changes. */
export function readOnlyServer(error: unknown): unknown {
  const isKnown = error instanceof DatabaseError || error instanceof SqlError
  if (!isKnown || !/^(0A000|25006)$/.test(error.code ?? '')) return error
  return new SqlError({ code: '57P03', message: error.message })
}
