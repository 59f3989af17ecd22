import { CHECKPOINT_BYTES } from './controlFile.ts'
import { crc32c } from './crc32c.ts'

/** A file of PostgreSQL's log of changes (`pg_wal`). */
export interface Segment {
  /** Its place in the log: how many bytes come before. */
  readonly start: bigint
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Those in a folder that have a first page; by a model they get their places, which depend on how large each is. */
export function segmentsOf(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  model: Segment | null,
): readonly Segment[] {
  return [...files].flatMap(([path, bytes]) => {
    const [, high = '', low = ''] = SEGMENT.exec(path) ?? []
    if (high === '' || bytes.length < LONG_HEADER) return []
    if (model !== null && viewOf(bytes).getUint16(0, true) !== viewOf(model.bytes).getUint16(0, true)) return []
    const size = BigInt((model?.bytes ?? bytes).length)
    return [{ start: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * size, bytes }]
  })
}

const SEGMENT = /^pg_wal\/[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/

/** The path of the segment with that place. */
export function segmentPath(start: bigint, size: bigint): string {
  return `pg_wal/${digits(1n)}${digits(start >> 32n)}${digits((start & 0xffff_ffffn) / size)}`
}

function digits(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

/** The number of the database system that a segment belongs to. */
export function systemOfPage(bytes: Uint8Array): bigint {
  return viewOf(bytes).getBigUint64(SYSTEM_AT, true)
}

/** The header of a segment's first page. */
export const LONG_HEADER = 40
const INFO_AT = 2
const PLACE_AT = 8
const REST_AT = 16
const SYSTEM_AT = 24
const IS_LONG = 2

const PAGE = 8192

/** A record's header, and what stands before the data of one that names no table. */
const HEADER = 24
const NO_TABLE = 255
const KIND_AT = 16
const MANAGER_AT = 17
const SUM_AT = 20
const CHECKPOINT_RECORD = HEADER + 2 + CHECKPOINT_BYTES
const SHUTDOWN_KIND = 0x00
const ONLINE_KIND = 0x10

export interface Checkpoint {
  readonly at: bigint
  readonly data: Uint8Array<ArrayBuffer>
}

/** The last checkpoint in the log. One that goes from one page to the next is not found. */
export function lastCheckpoint(segments: readonly Segment[]): Checkpoint | null {
  let last: Checkpoint | null = null
  for (const { start, bytes } of segments) {
    const view = viewOf(bytes)
    for (let page = 0; page + PAGE <= bytes.length; page += PAGE) {
      // A segment is used again, and its end is still that of an older one.
      if (view.getBigUint64(page + PLACE_AT, true) !== start + BigInt(page)) break
      for (let at = page + HEADER; at + CHECKPOINT_RECORD <= page + PAGE; at += 8) {
        const place = start + BigInt(at)
        if (!isCheckpoint(bytes.subarray(at, at + CHECKPOINT_RECORD)) || (last !== null && last.at > place)) continue
        last = { at: place, data: bytes.slice(at + HEADER + 2, at + CHECKPOINT_RECORD) }
      }
    }
  }
  return last
}

function isCheckpoint(record: Uint8Array): boolean {
  const view = viewOf(record)
  return (
    view.getUint32(0, true) === CHECKPOINT_RECORD &&
    (record[KIND_AT] === SHUTDOWN_KIND || record[KIND_AT] === ONLINE_KIND) &&
    record[MANAGER_AT] === 0 &&
    record[HEADER] === NO_TABLE &&
    record[HEADER + 1] === CHECKPOINT_BYTES &&
    sumOf(record) === view.getUint32(SUM_AT, true)
  )
}

function sumOf(record: Uint8Array): number {
  return crc32c(record.subarray(HEADER), record.subarray(0, SUM_AT))
}

/** A segment like the model that holds nothing but a checkpoint of a PostgreSQL that has shut down. */
export function segmentWith(
  model: Segment,
  { start, data, system }: { readonly start: bigint; readonly data: Uint8Array; readonly system: bigint },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(model.bytes.length)
  bytes.set(model.bytes.subarray(0, LONG_HEADER))
  const view = viewOf(bytes)
  view.setUint16(INFO_AT, IS_LONG, true)
  view.setBigUint64(PLACE_AT, start, true)
  view.setUint32(REST_AT, 0, true)
  view.setBigUint64(SYSTEM_AT, system, true)
  const record = bytes.subarray(LONG_HEADER, LONG_HEADER + CHECKPOINT_RECORD)
  const recordView = viewOf(record)
  recordView.setUint32(0, CHECKPOINT_RECORD, true)
  record[HEADER] = NO_TABLE
  record[HEADER + 1] = CHECKPOINT_BYTES
  record.set(data, HEADER + 2)
  recordView.setUint32(SUM_AT, sumOf(record), true)
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
