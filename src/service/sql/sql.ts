import type { AskedSignal } from '../../protocol/handler.ts'
import type { CopiedRows } from './copiedRows.ts'

/** A statement and its parameters `$1`, `$2`, … in PostgreSQL's text form. Give their types in the SQL: `$1::int`. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Whether the same text will come again, so that keeping its plan pays. */
  readonly prepare?: boolean | undefined
  /** Whether only its columns are asked for: it is neither planned nor run. It must be one that gives records. */
  readonly onlyDescribed?: boolean | undefined
  /** The place of a value that may be long, of the only row: it need not be made text, if bytes are all that is needed. */
  readonly longAt?: number | undefined
  /** Whether it is run outside any transaction, as `vacuum` must be. It can't rely on the settings of the session then. */
  readonly alone?: boolean | undefined
  /** After how many milliseconds it ends with 57014 as soon as anything else is asked for, where that would have to wait for it. */
  readonly makesWayAfterMs?: number | undefined
}

/** The rows in order, values in PostgreSQL's text form. Nothing is decoded, so nothing is rounded. */
export interface SqlResult {
  readonly rows: readonly (readonly (string | null)[])[]
  /** The columns, even if there are no rows. */
  readonly columns: readonly ResultColumn[]
  /** Rows inserted, updated or deleted. */
  readonly changed: number
  /** The value at `longAt` as UTF-8, in pieces, if it is long; it is then empty in its row. */
  readonly long?: readonly Uint8Array[] | undefined
}

export interface ResultColumn {
  readonly name: string
  /** The type's oid. */
  readonly type: number
  /** Whether it is a column of a table or view, as it is stored, and not computed. */
  readonly isStored: boolean
}

/** Settings of a transaction with their values, of which most have one. */
export type Settings = Readonly<Record<string, readonly string[]>>

export type TransactionMode = 'read only' | 'read write'

/** What runs the statements of a transaction. */
export interface Transaction {
  query(statement: Statement): Promise<SqlResult>
  /**
   * Runs statements in one round trip; if one fails, those after it don't run. With `isLast` the transaction is committed
   * with them and takes no more, unless one fails. Absent if the engine gains nothing by it.
   */
  readonly queries?: (statements: readonly Statement[], isLast: boolean) => Promise<readonly SqlResult[]>
}

/** Runs statements one after the other, in one round trip where that can be; `isLast` says that the transaction has no more. */
export async function runAll(
  tx: Transaction,
  statements: readonly Statement[],
  isLast = false,
): Promise<readonly SqlResult[]> {
  if (tx.queries !== undefined) return tx.queries(statements, isLast)
  const results: SqlResult[] = []
  for (const each of statements) results.push(await tx.query(each))
  return results
}

/**
 * A PostgreSQL database: PGlite in this thread, or a server. One statement per call, always by the extended protocol, which
 * refuses several statements in one text. Database errors are thrown as `SqlError`.
 */
export interface Sql {
  query(statement: Statement): Promise<SqlResult>
  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Don't nest. `settings` apply until
   * it ends; their names must come from this program.
   */
  transaction<T>(mode: TransactionMode, work: (tx: Transaction) => Promise<T>, settings?: Settings): Promise<T>
  /**
   * The rows that `COPY (query) TO STDOUT` writes, in batches. The text has no parameters: make it by `withLiterals`. If
   * the reader is slow, the statement waits for it; if it stops reading, the statement ends. Where several statements can
   * read what was there at one moment, those of `portions` are run instead.
   */
  copy(text: string, portions?: Portions): AsyncIterable<CopiedRows>
  /** Whether `copy` gives rows while its statement runs. Otherwise they all come at the end, and have to fit in memory. */
  readonly copiesAsItRuns: boolean
  /**
   * The same database for reads: aborting the signal cancels their statement. Absent if the engine blocks its thread while
   * it works and is stopped from outside.
   */
  until?(signal: AskedSignal | null): Sql
  /**
   * Runs a checkpoint if the log of changes has grown long: after a crash, the next start must read all of it. Absent if
   * the engine does so by itself.
   */
  shortenLog?(): Promise<void>
  close(): Promise<void>
}

/**
 * Statements that together give the rows of one: the next, asked for when the rows of those before have been taken, or null.
 * One that is short costs less than to break it off.
 */
export type Portions = () => { readonly text: string; readonly isShort: boolean } | null

/** The SQLSTATE of a full disk. */
export const DISK_FULL = '53100'

/** An error of PostgreSQL: message, SQLSTATE and, if there is one, the position in the text (from 1). */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly position: number | undefined

  constructor(init: {
    message: string
    code: string
    detail?: string | undefined
    hint?: string | undefined
    position?: number | undefined
  }) {
    super(init.message)
    this.code = init.code
    this.detail = init.detail
    this.hint = init.hint
    this.position = init.position
  }
}
