import { DatabaseError, type Connection, type PoolClient, type Submittable } from 'pg'
import type { AskedSignal } from '../../../protocol/handler.ts'
import type { CopiedRows } from '../../sql/copiedRows.ts'
import type { MessageGate } from './messageGate.ts'
import { SqlError, type Portions } from '../../sql/sql.ts'
import { sqlError } from './postgresQuery.ts'

/** A connection on which a copy runs; after `discard` it is not used again. */
interface Copying {
  readonly client: PoolClient
  readonly gate: MessageGate
  readonly discard: (failure: Error) => void
}

/**
 * The rows that statements like `COPY … TO STDOUT` write, in batches. `lend` gives a connection and the statements, until
 * what it is given has ended; the signal that it gets aborts when the reader stops. Throws as statements do.
 */
export async function* readCopy(
  signal: AskedSignal | null,
  lend: (until: AskedSignal, copy: (on: Copying, portions: Portions) => Promise<void>) => Promise<void>,
): AsyncGenerator<CopiedRows, void, void> {
  const left = new AbortController()
  let out: CopyOut | null = null
  let isShort = false
  let isLent = false
  let late: NodeJS.Timeout | undefined
  const breakOff = (): void => {
    if (out === null || !out.cut()) left.abort(signal?.reason)
  }
  const end = (): void => {
    if (out !== null && isShort) late ??= setTimeout(breakOff, SHORT_MS)
    else if (out !== null || !isLent) breakOff()
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  const use = createUse()
  const lending = lend(left.signal, use.of)
  lending.catch((error: unknown) => use.refuse(error))
  try {
    const { on, portions } = await use.begun
    isLent = true
    for (let portion = portions(); portion !== null; portion = portions()) {
      signal?.throwIfAborted()
      ;({ isShort } = portion)
      out = createCopyOut(portion.text)
      out.ended.catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) on.discard(new Error('A copy failed', { cause: error }))
      })
      on.client.query(out.queryOn(on.gate))
      yield* out.batches()
      out = null
      clearTimeout(late)
    }
    use.end(null)
    await lending
  } catch (error) {
    out = null
    use.end({ error })
    throw sqlError(error)
  } finally {
    signal?.removeEventListener('abort', end)
    if (out !== null) {
      end()
      out.drop()
      await out.ended.catch(() => undefined)
    }
    clearTimeout(late)
    use.end(null)
    await lending.catch(() => undefined)
  }
}

/** A connection that is used from outside of the function to which it is lent. */
function createUse() {
  let begin: (use: { readonly on: Copying; readonly portions: Portions }) => void
  let refuse: (error: unknown) => void
  const begun = new Promise<{ readonly on: Copying; readonly portions: Portions }>((resolve, reject) => {
    begin = resolve
    refuse = reject
  })
  begun.catch(() => undefined) // thrown where it is awaited
  let finish: () => void
  let fail: (error: unknown) => void
  const ended = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  ended.catch(() => undefined)
  return {
    begun,
    of: (on: Copying, portions: Portions): Promise<void> => {
      begin({ on, portions })
      return ended
    },
    refuse: (error: unknown) => refuse(error),
    end: (failure: { readonly error: unknown } | null) => (failure === null ? finish() : fail(failure.error)),
  }
}

/** A running `COPY … TO STDOUT`, for pg. */
interface CopyOut {
  /** To be given to the `query` of the connection with that gate. */
  queryOn(gate: MessageGate): Submittable
  /** Resolves when PostgreSQL has sent everything, rejects if the statement or the connection fails. */
  readonly ended: Promise<void>
  /** The rows as they come. While nobody takes them, the connection isn't read, and PostgreSQL waits. */
  batches(): AsyncGenerator<CopiedRows, void, void>
  /**
   * Breaks the connection off if rows have come and more would: PostgreSQL then ends the statement, and what it has sent
   * already, megabytes perhaps, need not be read. False if it has not sent any: it wouldn't notice.
   */
  cut(): boolean
  /** Takes no more rows, so that the connection gets to the end of the statement. */
  drop(): void
}

/** A statement without parameters. It goes by the extended protocol, which refuses several statements in one text. */
function createCopyOut(text: string): CopyOut {
  let stream: Connection['stream'] | null = null
  /** From `from` on, `used` bytes of rows that nobody has taken yet, the last of them perhaps in part. */
  let page = Buffer.allocUnsafe(PAGE_BYTES)
  let from = 0
  let used = 0
  let ends: number[] = []
  /** Whether what is there should be taken, however little it is. */
  let isLate = false
  let state: 'running' | 'dropped' | 'ended' = 'running'
  let hasBegun = false
  let failure: { readonly error: unknown } | null = null
  /** Called when there is something to take or everything has ended. */
  let wake: (() => void) | null = null
  let lateness: NodeJS.Timeout | undefined
  let end: (() => void) | null = null
  let endBadly: ((error: unknown) => void) | null = null
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    endBadly = reject
  })
  ended.catch(() => undefined) // thrown by `batches`, too

  /** Goes on in another page, with what nobody has taken. */
  function turnPage(bytes: number): void {
    const next = Buffer.allocUnsafe(bytes)
    page.copy(next, 0, from, from + used)
    page = next
    from = 0
  }

  function keep(bytes: Uint8Array, endsInThem: readonly number[]): void {
    if (state === 'dropped') return
    hasBegun = true
    // The pieces of a row have to come together, and what was taken stays.
    if (from + used + bytes.byteLength > page.byteLength) turnPage(Math.max(PAGE_BYTES, 2 * (used + bytes.byteLength)))
    page.set(bytes, from + used)
    for (const end of endsInThem) ends.push(used + end)
    used += bytes.byteLength
    if (endsInThem.length === 0) return
    if (used >= BATCH_BYTES || isLate) wake?.()
    // More would keep the thread from others at once.
    if (used > 2 * BATCH_BYTES) stream?.pause()
  }

  /** The whole rows; what is there of another one is kept. */
  function taken(): CopiedRows {
    const whole = ends.at(-1) ?? 0
    const batch = { bytes: page.subarray(from, from + whole), ends }
    from += whole
    used -= whole
    // A row of a hundred megabytes has made it this large.
    if (page.byteLength > PAGE_BYTES) turnPage(PAGE_BYTES + used)
    ends = []
    isLate = false
    return batch
  }

  function late(): void {
    isLate = true
    if (ends.length > 0) wake?.()
  }

  function fail(error: unknown): void {
    failure ??= { error }
    state = 'ended'
    endBadly?.(error)
    wake?.()
  }

  /** The last rows may have paused the connection, which the next statement needs. */
  function leave(gate: MessageGate): void {
    gate.divert(null)
    stream?.resume()
  }

  const queryOn = (gate: MessageGate) => ({
    submit(connection: Connection) {
      ;({ stream } = connection)
      gate.divert(keep)
      connection.parse({ name: '', text, types: [] }, false)
      connection.bind({}, false)
      connection.execute(null, false)
      connection.sync()
    },
    handleCopyData: () => undefined,
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      leave(gate)
      state = 'ended'
      end?.()
      wake?.()
    },
    handleError(error: unknown) {
      leave(gate)
      fail(error)
    },
  })

  return {
    queryOn,
    ended,
    cut() {
      if (!hasBegun || state !== 'running' || stream === null) return false
      stream.destroy(new SqlError({ code: '57014', message: 'Nobody reads on' }))
      return true
    },
    async *batches() {
      for (;;) {
        if (ends.length > 0 && (used >= BATCH_BYTES || isLate || state !== 'running')) yield taken()
        else if (failure !== null) throw failure.error
        else if (state !== 'running') return
        else {
          stream?.resume()
          await new Promise<void>((resolve) => {
            wake = resolve
            lateness = isLate ? undefined : setTimeout(late, LONGEST_HELD_MS)
          })
          clearTimeout(lateness)
        }
      }
    },
    drop() {
      if (state === 'running') state = 'dropped'
      used = 0
      ends = []
      stream?.resume()
    },
  }
}

/** Each batch takes a turn among all requests, so it is not made of a few rows, unless they come slowly. */
const BATCH_BYTES = 64 * 1024

/** How long rows wait for others. */
const LONGEST_HELD_MS = 20

/** How long a short statement that nobody needs any more may run on. */
const SHORT_MS = 50

/** With room for what a socket gives at once. */
const PAGE_BYTES = BATCH_BYTES + 64 * 1024
