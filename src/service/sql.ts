/** One statement and its parameters `$1`, `$2`, …, each as PostgreSQL's text form (give their types in the SQL: `$1::int`). */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** For statements that only read: whether the same text will come again, so that the engine had better keep its plan. */
  readonly prepare?: boolean | undefined
}

/** The rows in order, each column as PostgreSQL's text form; nothing is decoded, so nothing is rounded. */
export interface SqlResult {
  readonly rows: readonly (readonly (string | null)[])[]
  /** The columns' names and type oids, also where there is no row. */
  readonly columns: readonly { readonly name: string; readonly type: number }[]
  /** Rows inserted, updated or deleted. */
  readonly changed: number
}

export type TransactionMode = 'read only' | 'read write'

/**
 * A PostgreSQL: PGlite in this thread, or a server. One statement per call, always by the extended protocol, which
 * refuses several statements in one text. Failures of the database are thrown as `SqlError`.
 */
export interface Sql {
  query(statement: Statement): Promise<SqlResult>
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Not to be nested. `settings`
   * of PostgreSQL (names of this program, any values) hold until it ends.
   */
  transaction<T>(
    mode: TransactionMode,
    work: (tx: Pick<Sql, 'query'>) => Promise<T>,
    settings?: Readonly<Record<string, string>>,
  ): Promise<T>
  /**
   * The same database for a request that only reads: where the signal is aborted, what runs for it is cancelled. Absent
   * where the engine's thread is busy meanwhile, and is stopped from outside.
   */
  until?(signal: AbortSignal): Sql
  /**
   * Writes what changed into the tables' files where the log of changes has grown long: it is what the next start has to
   * read after a crash. Absent where the engine sees to that by itself.
   */
  shortenLog?(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL's refusal of a statement: its words, SQLSTATE, and the place in the text (from 1) where it tells one. */
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
