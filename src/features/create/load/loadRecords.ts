import { ActionError } from '../../../protocol/envelope.ts'
import { jsonMembers } from '../../../protocol/jsonText.ts'
import { ProblemError } from '../../../protocol/problem.ts'
import { reasonOf } from '../../result/explainWrite.ts'
import { lockOf } from '../../write/locks.ts'
import { countRecords, NotShownError } from '../../write/readBack.ts'
import { confirmed, InDoubtError, settle } from '../../write/settled.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { WriteMethod } from '../../../instances/transport/requestEncoding.ts'
import type { FileRecord } from '../../../formats/tableReader.ts'
import type { RefusedRow, RowProblem } from '../../../formats/newTable.ts'

/** A record to send: its JSON text, and the row of the file that it comes from. */
export interface LoadedRecord {
  readonly record: FileRecord
  readonly json: string
}

/** A row that was not loaded: it did not fit, or the server refused it for a reason of its own. */
export type SetAsideRow = RefusedRow<RowProblem | { readonly kind: 'refused'; readonly reason: string }>

/** How far a load is. */
export interface LoadProgress {
  /** Records that the server has confirmed as stored, or that were seen to be. */
  readonly loaded: number
  readonly refused: readonly SetAsideRow[]
  /** The last row of which it is certain what became of it, as are all before it; 0 before the first. */
  readonly through: number
  /** The rows of which it isn't known whether they are stored: the connection was cut while they were on their way. */
  readonly doubt: RowsInDoubt | null
}

/** Rows of the file that were sent together. */
export interface RowsInDoubt {
  readonly first: number
  readonly last: number
  readonly count: number
}

/** A load that has not begun. */
export const NOTHING_LOADED: LoadProgress = { loaded: 0, refused: [], through: 0, doubt: null }

export interface LoadOptions {
  /** upsert: a record replaces the one with the same key, in the table or earlier in the file. */
  readonly method: 'insert' | 'upsert'
  /** How many records the table had; null if that is not known. */
  readonly before: number | null
  readonly signal: AbortSignal
  /** Between the looks for a batch in doubt, in milliseconds; those of `settle` if left out. */
  readonly waits?: readonly number[] | undefined
  /** Each batch waits for this before it is sent; rejects when the load is stopped. */
  readonly turn?: (() => Promise<void>) | undefined
  readonly onProgress: (progress: LoadProgress) => void
  /** Only asks whether the server would take the records; for servers that are known to know `dry_run`. */
  readonly isDry?: boolean | undefined
}

/**
 * Sends records in their order by `datastore_upsert`, in batches of at most 2,000 records and about a megabyte. A record
 * that the server refuses is set aside with the server's reason, and the rest of its batch is sent without it. No batch is
 * sent twice: whether one is stored that the server does not confirm is looked up. Rejects for what is no record's fault
 * (rights, network, `AbortError`), when 1,000 records were refused, and when the first 25 were in the same words.
 */
export async function loadRecords(
  client: Pick<ActionClient, 'write' | 'search' | 'profile' | 'identity'>,
  resource: string,
  records: AsyncIterable<LoadedRecord | RefusedRow>,
  options: LoadOptions,
): Promise<LoadProgress> {
  let loaded = 0
  const refused: SetAsideRow[] = []
  let saidLast = ''
  let alike = 0
  let through = 0
  let doubt: RowsInDoubt | null = null
  const now = (): LoadProgress => ({ loaded, refused: refused.slice(), through, doubt })
  const report = () => options.onProgress(now())
  const send = async (batch: readonly LoadedRecord[]): Promise<void> => {
    if (batch.length === 0) return
    await options.turn?.()
    options.signal.throwIfAborted()
    const forced = lockOf(client, resource) === 'anyway' ? '"force":true,' : ''
    const dry = options.isDry === true ? '"dry_run":true,' : ''
    const params = `{"resource_id":${JSON.stringify(resource)},${forced}${dry}"method":"${options.method}","records":[${batch.map(({ json }) => json).join(',')}]}`
    // Of a new table all records are from the file, where a key that comes again replaces the one before.
    const isNew = options.method === 'insert' || options.before === 0 || options.isDry === true
    const like = isNew ? 0 : await countLike(batch).catch(() => null)
    const store = async (method?: WriteMethod) => {
      confirmed((await client.write('datastore_upsert', params, { signal: options.signal, method })).answer)
      return batch.length
    }
    const look = async () => ((await isStored(batch, like)) ? batch.length : null)
    try {
      // What stores nothing leaves nothing in doubt.
      loaded += await (options.isDry === true ? store() : settle({ send: store, look }, options.waits))
      through = batch.at(-1)?.record.line ?? through
      report()
      return
    } catch (error) {
      if (error instanceof InDoubtError && error.isOpen) {
        const [first, last] = [batch[0]?.record.line ?? 0, batch.at(-1)?.record.line ?? 0]
        doubt = { first, last, count: batch.length }
        report()
      }
      if (!(error instanceof ActionError) || !isOfRecords(error)) throw error
      const [first] = batch
      if (batch.length === 1 && first) {
        refused.push({ ...first.record, column: null, problem: { kind: 'refused', reason: reasonOf(error) } })
        through = first.record.line
        report()
        alike = loaded === 0 && error.message === saidLast ? alike + 1 : 1
        saidLast = error.message
        // It is not these records that the server doesn't take.
        if (loaded === 0 && alike >= MOST_ALIKE) throw error
        if (refused.length >= MOST_REFUSED)
          throw new ProblemError({ code: 'manyRowsRefused', count: MOST_REFUSED }, { cause: error })
        return
      }
      const bad = rowOf(error, batch.length)
      const parts =
        bad === null
          ? [batch.slice(0, Math.ceil(batch.length / 2)), batch.slice(Math.ceil(batch.length / 2))]
          : [batch.slice(0, bad), batch.slice(bad, bad + 1), batch.slice(bad + 1)]
      for (const part of parts) await send(part)
    }
  }

  /**
   * A batch is stored whole or not at all. Inserted, it shows in the number of all records; in place of others, it shows in
   * its last record, if there was none like it before (`like`).
   */
  const isStored = async (batch: readonly LoadedRecord[], like: number | null): Promise<boolean> => {
    const { before, method } = options
    const isFirst = before === 0 && loaded === 0
    if (method === 'upsert' && like === 0 && ((await countLike(batch)) ?? 0) > 0) return true
    const count = before !== null && (isFirst || method === 'insert') ? await countRecords(client, resource) : null
    if (before !== null && count === before + loaded) return false
    if (isFirst && method === 'upsert' && count !== null) return true
    if (before !== null && method === 'insert' && count === before + loaded + batch.length) return true
    throw new NotShownError('The server does not show how many records there are')
  }
  const countLike = (batch: readonly LoadedRecord[]) =>
    countRecords(client, resource, jsonMembers(batch.at(-1)?.json ?? '{}'))

  let batch: LoadedRecord[] = []
  let size = 0
  for await (const each of records) {
    options.signal.throwIfAborted()
    if (!('json' in each)) {
      refused.push(each)
      continue
    }
    if (batch.length === BATCH_RECORDS || (batch.length > 0 && size + each.json.length > BATCH_CHARACTERS)) {
      await send(batch)
      batch = []
      size = 0
    }
    batch.push(each)
    size += each.json.length
  }
  await send(batch)
  report()
  return now()
}

const BATCH_RECORDS = 2000
const BATCH_CHARACTERS = 1_000_000
const MOST_REFUSED = 1000
/** The most records refused in the same words before any was stored. */
const MOST_ALIKE = 25

/** Whether other records might be accepted: not if rights, the address, the method or the server itself are the reason. */
function isOfRecords({ kind, status }: ActionError): boolean {
  if (status === 405) return false
  return status === 413 || kind === 'validation' || kind === 'sql' || (kind === 'badRequest' && status < 500)
}

/** The number of the bad record in the batch, if the server names it (`records_row`, from 0). */
function rowOf(error: ActionError, length: number): number | null {
  const named = error.fields['records_row']?.[0]
  const row = named === undefined ? Number.NaN : Number(named)
  return Number.isInteger(row) && row >= 0 && row < length ? row : null
}
