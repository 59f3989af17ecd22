import type { KnownCopy } from '../copies/knownCopy.ts'
import type { Field } from '../protocol/field.ts'
import type { MirrorCalls } from './mirrorCalls.ts'
import type { ColumnsWanted } from './readColumns.ts'

/** As many columns are read at once: more would take longer until the first of them is seen. */
const MOST_AT_ONCE = 6

/** A copy whose columns are in the worker, as far as they were asked for. */
export interface MirroredCopy {
  /** Its name in the worker: another one when it has been refreshed or has gone on. */
  readonly name: string
  /** Resolves when these are there. Rejects if they can't be, or with the reason of the signal. */
  readonly bring: (fields: readonly Field[], signal: AbortSignal | undefined) => Promise<void>
  /** The same for the records that match a condition in SQL; gives the name of that column. */
  readonly bringTold: (sql: string, signal: AbortSignal | undefined) => Promise<string>
  readonly calls: MirrorCalls
}

interface Wanted {
  readonly field: Field
  readonly sql: string | null
  askers: number
  readonly done: Promise<void>
  readonly settle: (error: unknown) => void
}

interface HeldColumn {
  readonly name: string
  readonly column: string
  readonly bytes: number
}

/** What copies are mirrored with. */
export interface MirrorMeans {
  /** All columns together take no more than this; what is more makes room by leaving what was not asked about for longest. */
  readonly mostBytes: number
  /** Makes what asks the worker; `onLost` hears that all it held is gone. */
  readonly createCalls: (onLost: () => void) => MirrorCalls
  /** Reads columns of a copy into the worker under that name; gives the bytes that each takes there. */
  readonly read: (calls: MirrorCalls, name: string, wanted: ColumnsWanted) => Promise<readonly number[]>
}

/** Mirrors copies: gives the mirror of one as it is now. */
export function createMirrors({
  mostBytes,
  createCalls,
  read: readInto,
}: MirrorMeans): (known: KnownCopy) => MirroredCopy {
  /** Every column that is held, those asked about latest at the end. */
  const held: HeldColumn[] = []
  const mirrored = new Map<string, MirroredCopy>()
  const calls = createCalls(() => {
    held.length = 0
    mirrored.clear()
  })

  const mirroredCopy = (known: KnownCopy): MirroredCopy => {
    const name = `${known.id} ${known.at} ${known.records}`
    const before = mirrored.get(known.id)
    if (before?.name === name) return before
    if (before !== undefined) forget(before)
    const made = createMirroredCopy(name, known, calls)
    mirrored.set(known.id, made)
    return made
  }

  function forget({ name, calls: asked }: MirroredCopy): void {
    for (let at = held.length - 1; at >= 0; at -= 1) if (held[at]?.name === name) held.splice(at, 1)
    asked.call({ kind: 'drop', copy: name, columns: null }).catch(() => undefined)
  }

  function createMirroredCopy(name: string, known: KnownCopy, asked: MirrorCalls): MirroredCopy {
    const wanted = new Map<string, Wanted>()
    let reading: Promise<void> | null = null

    const isHeld = (column: string) => {
      const at = held.findIndex((each) => each.name === name && each.column === column)
      if (at === -1) return false
      held.push(...held.splice(at, 1))
      return true
    }

    const readAll = async () => {
      // What is asked for in one moment is read together.
      await new Promise((resolve) => setTimeout(resolve, 0))
      for (;;) {
        for (const [column, each] of wanted) {
          if (each.askers > 0) continue
          wanted.delete(column)
          each.settle(new DOMException('Nobody asks for it any more', 'AbortError'))
        }
        const [first] = wanted.values()
        if (first === undefined) return
        const plain = [...wanted.values()].filter(({ sql }) => sql === null).slice(0, MOST_AT_ONCE)
        const batch = first.sql === null ? plain : [first]
        await read(batch)
      }
    }

    const read = async (batch: readonly Wanted[]) => {
      const fields = batch.flatMap(({ field, sql }) => (sql === null ? [field] : []))
      const condition = batch.flatMap(({ field, sql }) => (sql === null ? [] : [{ name: field.id, sql }]))[0] ?? null
      try {
        const sizes = await readInto(asked, name, { id: known.id, records: known.records, fields, condition })
        for (const [at, { field }] of batch.entries()) held.push({ name, column: field.id, bytes: sizes[at] ?? 0 })
        for (const { field, settle } of batch) {
          wanted.delete(field.id)
          settle(null)
        }
        await makeRoom(asked, held.slice(-batch.length))
      } catch (error) {
        for (const { field, settle } of batch) {
          wanted.delete(field.id)
          settle(error)
        }
      }
    }

    const want = (field: Field, sql: string | null): Wanted => {
      const before = wanted.get(field.id)
      if (before !== undefined) return before
      const made: Wanted = { field, sql, askers: 0, ...settled() }
      // Nobody may be left to hear of it.
      made.done.catch(() => undefined)
      wanted.set(field.id, made)
      return made
    }

    const bringOne = async (field: Field, sql: string | null, signal: AbortSignal | undefined): Promise<void> => {
      signal?.throwIfAborted()
      if (isHeld(field.id)) return
      const column = want(field, sql)
      column.askers += 1
      reading ??= readAll().finally(() => (reading = null))
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          column.askers -= 1
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        column.done.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
      })
    }

    return {
      name,
      calls: asked,
      bring: async (fields, signal) => {
        await Promise.all(fields.map((field) => bringOne(field, null, signal)))
      },
      bringTold: async (sql, signal) => {
        // No field can be called so.
        const column = `\u0000${sql}`
        await bringOne({ id: column, type: 'bool' }, sql, signal)
        return column
      },
    }
  }

  /** Leaves columns that were not asked about for longest, but none of those just read. */
  async function makeRoom(asked: MirrorCalls, fresh: readonly HeldColumn[]): Promise<void> {
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0)
    while (total > mostBytes) {
      const at = held.findIndex((each) => !fresh.includes(each))
      const [left] = at === -1 ? [] : held.splice(at, 1)
      if (left === undefined) return
      total -= left.bytes
      await asked.call({ kind: 'drop', copy: left.name, columns: [left.column] })
    }
  }

  return mirroredCopy
}

/** A promise, and who settles it: null for no error. */
function settled(): Pick<Wanted, 'done' | 'settle'> {
  const ends: ((error: unknown) => void)[] = []
  const done = new Promise<void>((resolve, reject) => {
    ends.push((error) => (error === null ? resolve() : reject(error)))
  })
  return { done, settle: (error) => ends.forEach((end) => end(error)) }
}
