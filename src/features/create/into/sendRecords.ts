import { recordsOf } from '../../../formats/tableRecords.ts'
import { RowKeys } from '../../../formats/rowKeys.ts'
import type { LoadedColumn, RefusedRow } from '../../../formats/newTable.ts'
import type { ReadTable } from '../../../formats/readTable.ts'
import { countRecords } from '../../write/readBack.ts'
import { loadRecords, type LoadedRecord, type LoadProgress } from '../load/loadRecords.ts'
import type { IntoWay } from './intoPlan.ts'
import type { IntoTable } from './intoTable.ts'
import type { RemovingClient } from './removeRecords.ts'

/** What is loaded into which table, and how. */
export interface IntoPlan {
  readonly way: IntoWay
  readonly table: IntoTable
  readonly file: ReadTable
  readonly columns: readonly LoadedColumn[]
  /** The positions of the key's columns in the file; none if the table has no key or the file lacks part of it. */
  readonly key: readonly number[]
}

export interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: LoadProgress) => void
  /** Each batch waits for this before it is sent. */
  readonly turn?: (() => Promise<void>) | undefined
  /** Between the looks for a batch in doubt, in milliseconds. */
  readonly waits?: readonly number[] | undefined
}

/** The rows that can't be told to be stored or not, so that nothing is sent again. */
export class StillInDoubtError extends Error {
  override readonly name = 'StillInDoubtError'
}

/** Has the server check all records without storing any. Rejects as `loadRecords` does. */
export function tryRecords(client: RemovingClient, plan: IntoPlan, options: SendOptions): Promise<LoadProgress> {
  return loadRecords(client, plan.table.id, recordsFrom(plan, 0, options.signal), {
    ...options,
    method: plan.way === 'update' ? 'upsert' : 'insert',
    before: null,
    isDry: true,
  })
}

/**
 * Sends the records, or those that an earlier load, `from`, had not sent when it was stopped or cut. Rows of which it was in
 * doubt are sent again only if the table's count shows that they are not there, or where their key shows it by itself.
 */
export async function sendRecords(
  client: RemovingClient,
  plan: IntoPlan,
  from: { readonly before: number | null; readonly done: LoadProgress },
  options: SendOptions,
): Promise<LoadProgress> {
  const done = await settledSince(client, plan, from)
  const refused = done.refused.filter(({ line }) => line <= done.through)
  const sum = (now: LoadProgress): LoadProgress => ({
    loaded: done.loaded + now.loaded,
    refused: [...refused, ...now.refused],
    through: Math.max(done.through, now.through),
    doubt: now.doubt,
  })
  const sent = await loadRecords(client, plan.table.id, recordsFrom(plan, done.through, options.signal), {
    waits: options.waits,
    signal: options.signal,
    turn: options.turn,
    method: plan.way === 'update' ? 'upsert' : 'insert',
    before: from.before === null ? null : from.before + done.loaded,
    onProgress: (now) => options.onProgress(sum(now)),
  })
  return sum(sent)
}

/** How far the earlier load is for certain. */
async function settledSince(
  client: RemovingClient,
  { way, table }: IntoPlan,
  { before, done }: { readonly before: number | null; readonly done: LoadProgress },
): Promise<LoadProgress> {
  const { doubt } = done
  // What is stored by its key is the same if it is sent twice.
  if (doubt === null || way === 'update') return { ...done, doubt: null }
  const now = before === null ? null : await countRecords(client, table.id)
  if (before !== null && now === before + done.loaded) return { ...done, doubt: null }
  if (before !== null && now === before + done.loaded + doubt.count)
    return { ...done, loaded: done.loaded + doubt.count, through: doubt.last, doubt: null }
  throw new StillInDoubtError('The table has neither of the numbers of records that would tell')
}

/** The records of the file behind that row. */
async function* recordsFrom(
  { way, file, columns, key }: IntoPlan,
  through: number,
  signal: AbortSignal,
): AsyncGenerator<LoadedRecord | RefusedRow> {
  const keys = way === 'update' || key.length === 0 ? null : new RowKeys(columns, key)
  for await (const each of recordsOf(file, columns, { key: keys, signal })) {
    if (('json' in each ? each.record.line : each.line) > through) yield each
  }
}
