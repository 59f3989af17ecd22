import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { jsonToPlain, type JsonText } from '../../../protocol/jsonText.ts'
import { countRecords } from '../../write/readBack.ts'
import { lockOf } from '../../write/locks.ts'
import { confirmed, settle } from '../../write/settled.ts'
import type { IntoTable } from './intoTable.ts'

export type RemovingClient = Pick<ActionClient, 'write' | 'search' | 'profile' | 'identity'>

/** The records of the table are not those that were counted before, so nothing is removed by counting. */
export class OthersChangedError extends Error {
  override readonly name = 'OthersChangedError'
}

/** Where the records of before end: the last of them, by `_id`, and how many there are. */
export interface OldRecords {
  /** null if there were none. */
  readonly last: string | null
  readonly count: number
}

/** The records that the table has now. Rejects with `OthersChangedError` if the server doesn't count them. */
export async function oldRecords(client: RemovingClient, id: string, signal: AbortSignal): Promise<OldRecords> {
  const count = await countRecords(client, id)
  const [last = null] = await idsAt(client, id, { sort: '_id desc', offset: 0, limit: 1 }, signal)
  if (count === null || (last === null) !== (count === 0)) throw new OthersChangedError('Not counted')
  return { last, count }
}

/**
 * Whether the records are those of before and, behind them, as many new ones: nobody else has added or deleted any, as far
 * as numbers show.
 */
export async function isSplitAt(
  client: RemovingClient,
  id: string,
  old: OldRecords,
  added: number,
  signal: AbortSignal,
): Promise<boolean> {
  if ((await countRecords(client, id)) !== old.count + added) return false
  if (old.last === null) return old.count === 0
  const around = { sort: '_id', offset: old.count - 1, limit: 2 }
  const [last, next] = await idsAt(client, id, around, signal)
  return last === old.last && (next === undefined ? added === 0 : BigInt(next) > BigInt(old.last))
}

export interface RemoveOptions {
  readonly signal: AbortSignal
  readonly onProgress: (removed: number) => void
}

/**
 * Removes the records up to that `_id`, or those behind it. With ranges all at once; with lists in steps, each of them whole,
 * so that it can be gone on with after any break. What is gone already is not missed.
 */
export async function removeRecords(
  client: RemovingClient,
  { id, deletes }: Pick<IntoTable, 'id' | 'deletes'>,
  which: { readonly upTo: string } | { readonly after: string | null },
  { signal, onProgress }: RemoveOptions,
): Promise<void> {
  const [bound, isOld] = 'upTo' in which ? [which.upTo, true] : [which.after, false]
  const isMeant = (each: string) => bound === null || BigInt(each) <= BigInt(bound) === isOld
  const first = async () => {
    const page = { sort: isOld ? '_id' : '_id desc', offset: 0, limit: STEP }
    return (await idsAt(client, id, page, signal)).filter(isMeant)
  }
  let removed = 0
  for (let ids = await first(); ids.length > 0; ids = await first()) {
    signal.throwIfAborted()
    const [some = '0'] = ids
    // What somebody adds in this moment is not ours.
    const range = isOld ? { lte: Number(bound) } : { gt: Number(bound ?? 0), lte: Number(some) }
    const filters = { _id: deletes === 'ranges' ? range : ids.map(Number) }
    await settle({
      send: async () => {
        await remove(client, id, JSON.stringify(filters))
        return true
      },
      look: async () => ((await first()).some((each) => each === some) ? null : true),
    })
    removed += ids.length
    onProgress(removed)
  }
}

/** Deletes what the filters find; a CKAN before 2.11 has only the action that drops the table if they are left out. */
async function remove(client: RemovingClient, id: string, filters: JsonText): Promise<void> {
  const forced = lockOf(client, id) === 'anyway' ? '"force":true,' : ''
  const params = `{"resource_id":${JSON.stringify(id)},${forced}"filters":${filters}}`
  try {
    confirmed((await client.write('datastore_records_delete', params)).answer)
  } catch (error) {
    const isUnknown =
      error instanceof ActionError && /action name not known/i.test(`${error.message} ${error.serverText}`)
    if (!isUnknown) throw error
    confirmed((await client.write('datastore_delete', params)).answer)
  }
}

async function idsAt(
  client: RemovingClient,
  id: string,
  page: { readonly sort: string; readonly offset: number; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { answer, leftOut } = await client.search({ resource_id: id, fields: ['_id'], ...page }, { signal })
  const place = answer.fields.findIndex((field) => field.id === '_id')
  if (leftOut.includes('sort') || leftOut.includes('offset') || place === -1) throw new OthersChangedError('Not sorted')
  return answer.rows.map((row) => jsonToPlain(row[place] ?? 'null'))
}

/** A list of so many `_id`s is about eight kilobytes. */
const STEP = 1000
