import { DatabaseError, type Connection, type PoolClient, type Submittable } from 'pg'
import { SqlError, type ResultColumn, type SqlResult, type Statement } from '../../sql/sql.ts'
import { boundStatement } from './boundStatement.ts'
import { readLongRow } from '../longRow.ts'
import type { MessageGate } from './messageGate.ts'
import { isPrepared } from './pgClient.ts'

/** Under which name a connection keeps a statement, and what it knows of the columns of those that it has run. */
export interface KeptStatement {
  readonly name: string
  readonly columns: Map<string, readonly ResultColumn[]>
}

/** A connection that runs statements. */
export interface RunsOn {
  readonly client: PoolClient
  readonly gate: MessageGate
}

/** Runs one statement by the extended protocol, its values as text. */
export function run(
  { client, gate }: RunsOn,
  statement: Statement,
  kept: KeptStatement | null = null,
): Promise<SqlResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new RunningStatement(statement, gate, kept, (error, result) => {
        if (result === undefined) reject(sqlError(error))
        else resolve(result)
      }),
    )
  })
}

/**
 * A statement as pg runs it, in place of its own `Query`, which reads values by their types, makes the rows emit events and
 * asks for the columns each time. The columns of a kept statement can't change: PostgreSQL would refuse it.
 */
class RunningStatement implements Submittable {
  /** pg notes which statements a connection has prepared by these two. */
  readonly name: string
  readonly text: string
  /** pg puts its own around it where an answer has a time limit. */
  callback: (error: unknown, result?: SqlResult) => void
  readonly #values: readonly (string | null)[]
  readonly #kept: KeptStatement | null
  readonly #gate: MessageGate
  readonly #longAt: number | undefined
  #long: readonly Uint8Array[] | undefined
  readonly #rows: (readonly (string | null)[])[] = []
  #columns: readonly ResultColumn[] | undefined
  #changed = 0

  constructor(
    { text, values, longAt }: Statement,
    gate: MessageGate,
    kept: KeptStatement | null,
    callback: (error: unknown, result?: SqlResult) => void,
  ) {
    this.name = kept?.name ?? ''
    this.text = text
    this.callback = callback
    this.#values = values
    this.#gate = gate
    this.#longAt = longAt
    this.#kept = kept
    this.#columns = kept?.columns.get(kept.name)
  }

  submit(connection: Connection): void {
    const { name, text } = this
    const longAt = this.#longAt
    if (longAt !== undefined) this.#gate.divertLong((pieces) => this.#takeLong(pieces, longAt))
    if (this.#columns !== undefined && isPrepared(connection, name)) {
      connection.stream.write(boundStatement(name, this.#values))
      return
    }
    connection.stream.cork()
    if (name === '' || !isPrepared(connection, name)) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values: [...this.#values] }, true)
    if (this.#columns === undefined) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID }) => ({
      name,
      type: dataTypeID,
      isStored: tableID !== 0,
    }))
  }

  #takeLong(pieces: readonly Uint8Array[], longAt: number): void {
    const { values, long } = readLongRow(pieces, longAt)
    this.#rows.push(values)
    this.#long = long
  }

  #settle(): void {
    if (this.#longAt !== undefined) this.#gate.divertLong(null)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#changed = Number(/ (\d+)$/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#settle()
    const columns = this.#columns ?? []
    if (this.#kept !== null) this.#kept.columns.set(this.#kept.name, columns)
    this.callback(null, { rows: this.#rows, columns, changed: this.#changed, long: this.#long })
  }

  handleError(error: unknown): void {
    this.#settle()
    this.callback(error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  /** Nothing is copied in through a statement. */
  handleCopyInResponse(connection: CopyIn): void {
    connection.sendCopyFail('Nothing is sent')
  }
}

interface Described {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
}

/** pg's connections have it, but its types don't. */
interface CopyIn extends Connection {
  sendCopyFail(why: string): void
}

/** An error of PostgreSQL as `SqlError`; others are returned as they are. */
export function sqlError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error
  const position = Number(error.position)
  return new SqlError({
    message: error.message,
    code: error.code,
    detail: error.detail,
    hint: error.hint,
    position: Number.isInteger(position) ? position : undefined,
  })
}
