import { ActionError } from '../protocol/envelope.ts'
import type { ActionClient } from './actionClient.ts'
import type { CsvRecord } from './csvParser.ts'
import type { RefusedRow } from './csvTable.ts'

/** A record to be sent: its JSON text, and the row of the file that it comes from. */
export interface LoadedRecord {
  readonly record: CsvRecord
  readonly json: string
}

/** How far a load is. */
export interface LoadProgress {
  /** Records that the server has said it stored. */
  readonly loaded: number
  readonly refused: readonly RefusedRow[]
}

export interface LoadOptions {
  /** upsert: a record takes the place of the one that has its key, in the table or earlier in the file. */
  readonly method: 'insert' | 'upsert'
  readonly signal: AbortSignal
  /** Each batch waits for it before it goes out; rejects when the load is stopped. */
  readonly turn?: (() => Promise<void>) | undefined
  readonly onProgress: (progress: LoadProgress) => void
}

/**
 * Sends records in their order by `datastore_upsert` in batches of at most 2,000 records and about a
 * megabyte. A record that the server refuses is set aside with the server's reason and the others of its batch are sent
 * without it. Rejects where it is no record's fault: rights, network, `AbortError`, or when 1,000 were refused.
 */
export async function loadRecords(
  client: Pick<ActionClient, 'write'>,
  resource: string,
  records: AsyncIterable<LoadedRecord | RefusedRow>,
  options: LoadOptions,
): Promise<LoadProgress> {
  let loaded = 0
  const refused: RefusedRow[] = []
  const tell = () => options.onProgress({ loaded, refused: refused.slice() })
  const send = async (batch: readonly LoadedRecord[]): Promise<void> => {
    if (batch.length === 0) return
    await options.turn?.()
    options.signal.throwIfAborted()
    const params = `{"resource_id":${JSON.stringify(resource)},"method":"${options.method}","records":[${batch.map(({ json }) => json).join(',')}]}`
    try {
      await client.write('datastore_upsert', params, { signal: options.signal })
      loaded += batch.length
      tell()
      return
    } catch (error) {
      if (!(error instanceof ActionError) || !isOfRecords(error)) throw error
      const [first] = batch
      if (batch.length === 1 && first) {
        refused.push({ ...first.record, column: null, reason: reasonOf(error) })
        tell()
        if (refused.length >= MOST_REFUSED)
          throw new Error(`${MOST_REFUSED.toLocaleString('en')} rows were refused. Check the types of the columns.`, {
            cause: error,
          })
        return
      }
      const bad = rowOf(error, batch.length)
      const parts =
        bad === null
          ? [batch.slice(0, Math.ceil(batch.length / 2)), batch.slice(Math.ceil(batch.length / 2))]
          : [batch.slice(0, bad), batch.slice(bad, bad + 1), batch.slice(bad + 1)]
      // oxlint-disable-next-line no-await-in-loop -- the order of the file is kept
      for (const part of parts) await send(part)
    }
  }

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
  tell()
  return { loaded, refused: refused.slice() }
}

const BATCH_RECORDS = 2000
const BATCH_CHARACTERS = 1_000_000
const MOST_REFUSED = 1000

/** Whether other records might be taken: not where rights, the address or the server itself are the reason. */
function isOfRecords({ kind, status }: ActionError): boolean {
  return status === 413 || kind === 'validation' || kind === 'sql' || (kind === 'badRequest' && status < 500)
}

/** The number of the bad record in the batch, where the server says it (`records_row`, from 0). */
function rowOf(error: ActionError, length: number): number | null {
  const told = error.fields['records_row']?.[0]
  const row = told === undefined ? Number.NaN : Number(told)
  return Number.isInteger(row) && row >= 0 && row < length ? row : null
}

/** The server's words without the number of the record, which counts within its batch. */
export function reasonOf(error: ActionError): string {
  const words = Object.entries(error.fields).flatMap(([name, messages]) => (name === 'records_row' ? [] : messages))
  return words.length > 0 ? words.join('; ') : error.message
}
