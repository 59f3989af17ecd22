import { DatabaseError, type Connection, type PoolClient, type Submittable } from 'pg'
import { joinedBytes } from '../../../protocol/joinedBytes.ts'
import { SqlError, type ResultColumn, type SqlResult, type Statement } from '../../sql/sql.ts'
import { boundStatement, describedStatement, parsedStatement } from './statementMessages.ts'
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
export async function run(on: RunsOn, statement: Statement, kept: KeptStatement | null = null): Promise<SqlResult> {
  const { results, failure } = await runAll(on, [{ statement, kept }])
  const [result] = results
  if (result === undefined || failure !== null) throw failure?.error ?? new Error('The statement gave no result')
  return result
}

/** A statement, and how it is kept. */
export interface Asked {
  readonly statement: Statement
  readonly kept: KeptStatement | null
}

/** What came of statements: the results of those that ran, and the error of the one after them. */
export interface Outcome {
  readonly results: readonly SqlResult[]
  readonly failure: { readonly error: unknown } | null
}

/** Runs statements in one round trip. If one fails, PostgreSQL leaves out those after it. */
export function runAll({ client, gate }: RunsOn, asked: readonly Asked[]): Promise<Outcome> {
  if (asked.length === 0) return Promise.resolve({ results: [], failure: null })
  return new Promise((resolve) => {
    client.query(
      new RunningStatements(asked, gate, (error, results) =>
        resolve({ results: results ?? [], failure: error === null ? null : { error: sqlError(error) } }),
      ),
    )
  })
}

/**
 * Statements that pg runs as if they were one, instead of its own `Query`, which reads values by their types, makes the rows emit events and
 * asks for the columns each time. The columns of a kept statement can't change: PostgreSQL would refuse it.
 */
class RunningStatements implements Submittable {
  /** pg puts its own around it where an answer has a time limit, and that knows of no results beside an error. */
  callback: (error: unknown, results?: readonly SqlResult[]) => void
  readonly #running: readonly RunningStatement[]
  readonly #gate: MessageGate
  readonly #isLong: boolean
  readonly #results: SqlResult[] = []
  #undone: SqlError | null = null

  constructor(
    asked: readonly Asked[],
    gate: MessageGate,
    callback: (error: unknown, results?: readonly SqlResult[]) => void,
  ) {
    this.#running = asked.map((each) => new RunningStatement(each))
    this.#gate = gate
    this.#isLong = asked.some(({ statement }) => statement.longAt !== undefined)
    this.callback = callback
  }

  /** The one whose messages come: PostgreSQL answers one after the other. */
  get #current(): RunningStatement | undefined {
    return this.#running[this.#results.length]
  }

  /** pg notes which statements a connection has prepared by these two. */
  get name(): string {
    return this.#current?.name ?? ''
  }

  get text(): string {
    return this.#current?.text ?? ''
  }

  submit(connection: Connection): void {
    if (this.#isLong) this.#gate.divertLong((pieces) => this.#current?.takeLong(pieces))
    const last = this.#running.length - 1
    const messages = this.#running.flatMap((each, at) => each.messages(connection, at === last))
    const [only] = messages
    // All in one piece: a system call for each round trip is most of what sending takes.
    connection.stream.write(only !== undefined && messages.length === 1 ? only : joinedBytes(messages))
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#current?.describe(fields)
    if (this.#current?.onlyDescribed) this.#ended(0)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#current?.rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // So PostgreSQL answers the commit of a transaction in which something has failed.
    if (text === 'ROLLBACK' && this.#current?.text === 'commit') this.#undone = new SqlError(UNDONE)
    this.#ended(Number(/ (\d+)$/.exec(text)?.[1] ?? 0))
  }

  handleEmptyQuery(): void {
    this.#ended(0)
  }

  #ended(changed: number): void {
    const result = this.#current?.result(changed)
    if (result !== undefined) this.#results.push(result)
  }

  handleReadyForQuery(): void {
    this.#settle()
    this.callback(this.#undone, this.#results)
  }

  handleError(error: unknown): void {
    this.#settle()
    this.callback(error, this.#results)
  }

  #settle(): void {
    if (this.#isLong) this.#gate.divertLong(null)
  }

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  /** Nothing is copied in through a statement. */
  handleCopyInResponse(connection: CopyIn): void {
    connection.sendCopyFail('Nothing is sent')
  }
}

const UNDONE = { code: '25P02', message: 'The transaction was undone, as one of its statements had failed' } as const

/** One of them, and what has come of it. */
class RunningStatement {
  readonly name: string
  readonly text: string
  readonly onlyDescribed: boolean
  readonly rows: (readonly (string | null)[])[] = []
  readonly #values: readonly (string | null)[]
  readonly #kept: KeptStatement | null
  readonly #longAt: number | undefined
  #long: readonly Uint8Array[] | undefined
  #columns: readonly ResultColumn[] | undefined

  constructor({ statement, ...asked }: Asked) {
    this.text = statement.text
    this.onlyDescribed = statement.onlyDescribed ?? false
    const kept = this.onlyDescribed ? null : asked.kept
    this.name = kept?.name ?? ''
    this.#values = statement.values
    this.#longAt = statement.longAt
    this.#kept = kept
    this.#columns = kept?.columns.get(kept.name)
  }

  /** What is sent for it: its text, if the connection doesn't keep it yet, and its values. */
  messages(connection: Connection, isLast: boolean): readonly Uint8Array[] {
    const { name, text } = this
    if (this.onlyDescribed) return [parsedStatement(name, text), describedStatement(isLast)]
    const bound = boundStatement(name, this.#values, { isDescribed: this.#columns === undefined, isLast })
    return name !== '' && isPrepared(connection, name) ? [bound] : [parsedStatement(name, text), bound]
  }

  describe(fields: readonly Described[]): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID }) => ({
      name,
      type: dataTypeID,
      isStored: tableID !== 0,
    }))
  }

  takeLong(pieces: readonly Uint8Array[]): void {
    const { values, long } = readLongRow(pieces, this.#longAt ?? -1)
    this.rows.push(values)
    if (this.#longAt !== undefined) this.#long = long
  }

  result(changed: number): SqlResult {
    const columns = this.#columns ?? []
    if (this.#kept !== null) this.#kept.columns.set(this.#kept.name, columns)
    return { rows: this.rows, columns, changed, long: this.#long }
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
