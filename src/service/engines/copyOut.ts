import { DatabaseError, type Connection, type PoolClient, type Submittable } from 'pg'
import { sqlError } from './postgresQuery.ts'

/** A connection on which a copy runs; after `discard` it is not used again. */
interface Copying {
  readonly client: PoolClient
  readonly discard: (failure: Error) => void
}

/**
 * The rows that a `COPY … TO STDOUT` writes, in batches. `lend` gives it a connection until it ends; the signal that it
 * gets aborts when the reader stops. Throws as statements do.
 */
export async function* readCopy(
  text: string,
  signal: AbortSignal | null,
  lend: (until: AbortSignal, copy: (on: Copying) => Promise<void>) => Promise<void>,
): AsyncGenerator<readonly Uint8Array[], void, void> {
  const left = new AbortController()
  const out = createCopyOut(text)
  const until = signal === null ? left.signal : AbortSignal.any([signal, left.signal])
  const lending = lend(until, async ({ client, discard }) => {
    client.query(out.query)
    await out.ended.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) discard(new Error('A copy failed', { cause: error }))
      throw error
    })
  })
  lending.catch((error: unknown) => out.fail(error))
  try {
    yield* out.batches()
    await lending
  } catch (error) {
    throw sqlError(error)
  } finally {
    // Nothing is left to be ended if all was read.
    left.abort()
    out.drop()
    await lending.catch(() => undefined)
  }
}

/** A running `COPY … TO STDOUT`, for pg. */
interface CopyOut {
  /** To be given to the `query` of a connection. */
  readonly query: Submittable
  /** Resolves when PostgreSQL has sent everything, rejects if the statement or the connection fails. */
  readonly ended: Promise<void>
  /** The rows as they come. While nobody takes them, the connection isn't read, and PostgreSQL waits. */
  batches(): AsyncGenerator<readonly Uint8Array[], void, void>
  /** Lets `batches` throw this, if the statement can't start at all. */
  fail(error: unknown): void
  /** Takes no more rows, so that the connection gets to the end of the statement. */
  drop(): void
}

/** A statement without parameters. It goes by the extended protocol, which refuses several statements in one text. */
function createCopyOut(text: string): CopyOut {
  let stream: Connection['stream'] | null = null
  let page = Buffer.allocUnsafe(PAGE_BYTES)
  let used = 0
  let rows: Uint8Array[] = []
  /** Bytes of rows that nobody has taken yet. */
  let held = 0
  let state: 'running' | 'dropped' | 'ended' = 'running'
  let failure: { readonly error: unknown } | null = null
  /** Called when there is something to take or everything has ended. */
  let wake: (() => void) | null = null
  let end: (() => void) | null = null
  let endBadly: ((error: unknown) => void) | null = null
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    endBadly = reject
  })
  ended.catch(() => undefined) // thrown by `batches`, too

  function take(chunk: Uint8Array): void {
    if (state === 'dropped') return
    // pg overwrites its buffer with what comes next.
    if (used + chunk.byteLength > page.byteLength) {
      page = Buffer.allocUnsafe(Math.max(PAGE_BYTES, chunk.byteLength))
      used = 0
    }
    page.set(chunk, used)
    rows.push(page.subarray(used, used + chunk.byteLength))
    used += chunk.byteLength
    held += chunk.byteLength
    if (rows.length === 1) wake?.()
    if (held > MOST_HELD_BYTES) stream?.pause()
  }

  function fail(error: unknown): void {
    failure ??= { error }
    state = 'ended'
    endBadly?.(error)
    wake?.()
  }

  const query = {
    submit(connection: Connection) {
      ;({ stream } = connection)
      connection.parse({ name: '', text, types: [] }, false)
      connection.bind({}, false)
      connection.execute(null, false)
      connection.sync()
    },
    handleCopyData: ({ chunk }: { readonly chunk: Uint8Array }) => take(chunk),
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      state = 'ended'
      end?.()
      wake?.()
    },
    handleError: fail,
  }

  return {
    query,
    ended,
    fail,
    async *batches() {
      for (;;) {
        if (rows.length > 0) {
          const batch = rows
          rows = []
          held = 0
          yield batch
        } else if (failure !== null) throw failure.error
        else if (state !== 'running') return
        else {
          stream?.resume()
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    },
    drop() {
      if (state === 'running') state = 'dropped'
      rows = []
      stream?.resume()
    },
  }
}

/** About what one read of a socket brings. */
const PAGE_BYTES = 64 * 1024

const MOST_HELD_BYTES = 4 * PAGE_BYTES
