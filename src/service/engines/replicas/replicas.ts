import type { AskedSignal } from '../../../protocol/handler.ts'
import { isOutOfReach } from '../../sql/databaseError.ts'
import type { CopiedRows } from '../../sql/copiedRows.ts'
import { SqlError, type Portions, type Sql } from '../../sql/sql.ts'

/** The server that takes all changes, as reads see it. */
export interface Primary {
  /** Reads here find all that was committed. */
  readonly sql: Sql
  /** A position in the log that includes all commits that were acknowledged before the call. Rejects if the server is out of reach. */
  position(): Promise<bigint>
  /** A position that includes all that was committed through this process. */
  written(): bigint
}

/** A server that follows the primary. */
export interface Replica {
  /** For the operator's log, without a password. */
  readonly place: string
  /** Reads that find all up to that position. They reject with `ReplicaBehind` if the replica doesn't get there in time. */
  upTo(position: bigint, signal: AskedSignal | null): Sql
  /** How much of the log has arrived here, whether it is shown yet or not. */
  received(): Promise<bigint>
  close(): Promise<void>
}

/** A replica doesn't show yet what a read must find. */
export class ReplicaBehind extends Error {
  override readonly name = 'ReplicaBehind'
}

/**
 * Sends reads (`until`) to the replicas, each to the one with the fewest under way, and everything else to the primary.
 *
 * Every read first asks the primary for its position, and goes to a replica that shows all up to there: so it finds
 * whatever any process was told is stored. A replica that is behind or out of reach is left out and its reads are repeated
 * elsewhere, at last on the primary; it is tried again every half second. If the primary is out of reach, reads find all
 * that this process has written and all that any replica has received, or are refused.
 */
export function withReplicas(primary: Primary, replicas: readonly Replica[], options: RoutingOptions = {}): Sql {
  const { now = () => performance.now(), say = () => undefined } = options
  const states = replicas.map((replica): State => ({ replica, running: 0, fault: null, triedAt: 0 }))

  async function read<T>(signal: AskedSignal | null, run: (database: Sql) => Promise<T>): Promise<T> {
    const position = await primary.position().catch(reached)
    if (position === null) return readWithoutPrimary(signal, run)
    for (const state of states) retry(state, position)
    const found = await readFromReplica(signal, position, (state) => state.fault === null, run)
    if (found) return found.result
    try {
      return await run(primary.sql.until?.(signal) ?? primary.sql)
    } catch (error) {
      // It has gone since it was asked.
      if (signal?.aborted || !isOutOfReach(error)) throw error
      return readWithoutPrimary(signal, run)
    }
  }

  async function readWithoutPrimary<T>(signal: AskedSignal | null, run: (database: Sql) => Promise<T>): Promise<T> {
    const received = await Promise.all(replicas.map((replica) => replica.received().catch(reached)))
    const furthest = received.reduce<bigint>((most, at) => (at !== null && at > most ? at : most), primary.written())
    // The last that arrived may be part of a record, whose rest comes as soon as the primary writes on.
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const found = await readFromReplica(signal, furthest, (state) => received[states.indexOf(state)] !== null, run)
      if (found) return found.result
      if (!states.some(({ fault }) => fault === BEHIND)) break
    }
    throw new SqlError({
      code: '57P03',
      message: 'The primary is out of reach, and no replica shows what was written last',
    })
  }

  /** The result from the first replica that can give it; null if none can. */
  async function readFromReplica<T>(
    signal: AskedSignal | null,
    position: bigint,
    mayAsk: (state: State) => boolean,
    run: (database: Sql) => Promise<T>,
  ): Promise<{ result: T } | null> {
    const asked = new Set<State>()
    for (;;) {
      const [state] = states
        .filter((other) => !asked.has(other) && mayAsk(other))
        .toSorted((one, other) => one.running - other.running)
      if (!state) return null
      asked.add(state)
      state.running += 1
      try {
        const result = await run(state.replica.upTo(position, signal))
        takeBack(state)
        return { result }
      } catch (error) {
        if (signal?.aborted || !isOfReplica(error)) throw error
        if (!isForOneRead(error)) leaveOut(state, error)
      } finally {
        state.running -= 1
      }
    }
  }

  function leaveOut(state: State, error: unknown): void {
    const fault = error instanceof ReplicaBehind ? BEHIND : 'is out of reach'
    if (state.fault === null) say(`The replica ${state.replica.place} ${fault}: reads go elsewhere`)
    state.fault = fault
    state.triedAt = now()
  }

  function takeBack(state: State): void {
    if (state.fault !== null) say(`The replica ${state.replica.place} answers reads again`)
    state.fault = null
  }

  /** Looks whether a replica that was left out is well again. Nothing waits for that. */
  function retry(state: State, position: bigint): void {
    if (state.fault === null || now() - state.triedAt < RETRY_MS) return
    state.triedAt = now()
    state.replica
      .upTo(position, null)
      .query({ text: 'select 1', values: [] })
      .then(() => takeBack(state))
      .catch(() => undefined)
  }

  /** Once a server has given the first rows, the others come from it, too. */
  async function* copied(
    signal: AskedSignal | null,
    text: string,
    portions?: Portions,
  ): AsyncGenerator<CopiedRows, void, void> {
    const { first, batches } = await read(signal, async (database) => {
      const begun = database.copy(text, portions)[Symbol.asyncIterator]()
      return { first: await begun.next(), batches: begun }
    })
    try {
      for (let batch = first; !batch.done; batch = await batches.next()) yield batch.value
    } finally {
      await batches.return?.()
    }
  }

  const reading = (signal: AskedSignal | null): Sql => ({
    ...(primary.sql.until?.(signal) ?? primary.sql),
    query: (statement) => read(signal, (database) => database.query(statement)),
    transaction: (mode, work, settings) =>
      mode === 'read only'
        ? read(signal, (database) => database.transaction(mode, work, settings))
        : primary.sql.transaction(mode, work, settings),
    copy: (text, portions) => copied(signal, text, portions),
    until: reading,
  })

  return {
    ...primary.sql,
    until: reading,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
      await primary.sql.close()
    },
  }
}

export interface RoutingOptions {
  /** Milliseconds, for tests. */
  now?: (() => number) | undefined
  /** Called with a sentence for the operator when a replica is left out or taken back. */
  say?: ((news: string) => void) | undefined
}

interface State {
  readonly replica: Replica
  running: number
  /** Why it is left out; null if it isn't. */
  fault: string | null
  /** When it was left out or last tried since. */
  triedAt: number
}

const RETRY_MS = 500

const BEHIND = 'is behind'

/** Each takes as long as a replica may be behind. */
const MOST_ATTEMPTS = 5

function reached(error: unknown): null {
  if (isOutOfReach(error)) return null
  throw error
}

/** Whether another server may well answer the same read. */
function isOfReplica(error: unknown): boolean {
  return error instanceof ReplicaBehind || isOutOfReach(error) || isForOneRead(error)
}

/**
 * Whether the replica may answer other reads: all its connections are in use (53300), it ended a read that stood in the way
 * of a change (40001, 40P01), or it can't run a function that a primary can (55000, 25006).
 */
function isForOneRead(error: unknown): boolean {
  if (!(error instanceof SqlError)) return false
  return error.code === '53300'
    ? error.message.startsWith('timeout exceeded')
    : /^(40001|40P01|55000|25006)$/.test(error.code)
}

/**
 * Calls `ask` once for all who want its answer at a time. Whoever comes while it runs gets the answer of the next call, as
 * the one under way may have been given before.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () =>
    (next ??= last.then(() => {
      next = null
      const asked = ask()
      last = asked.catch(() => undefined)
      return asked
    }))
}
