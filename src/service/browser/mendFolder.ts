import { checkpointIn, CONTROL, controlFile, isWholeControl, systemOf } from './controlFile.ts'
import {
  lastCheckpoint,
  LONG_HEADER,
  segmentPath,
  segmentsOf,
  segmentWith,
  systemOfPage,
  type Segment,
} from './changeLog.ts'
import { crc32c } from './crc32c.ts'

/** The files of PostgreSQL's data folder by their paths; the path of a folder ends with a slash. */
export type FolderFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/**
 * A folder whose control file is made from the last checkpoint in its log, so that PostgreSQL recovers all that the log
 * has. What is the same in every folder comes from the sample's. Null if the log has no checkpoint.
 */
export function withControlFile(files: FolderFiles, sample: FolderFiles): FolderFiles | null {
  const { segments, control, system } = partsOf(files, sample)
  const found = lastCheckpoint(segments)
  if (found === null) return null
  const made = controlFile(control, { ...found, system, isShutDown: false })
  return new Map([...withSettings(files, sample), [CONTROL, made]])
}

/**
 * A folder with an empty log, as `pg_resetwal` leaves it: PostgreSQL opens it as it stands in the files of the tables. What
 * stood in the log alone, the last changes before the damage, is lost.
 */
export function withEmptyLog(files: FolderFiles, sample: FolderFiles): FolderFiles {
  const { segments, control, system, model } = partsOf(files, sample)
  const size = BigInt(model.bytes.length)
  const last = segments.reduce((end, { start }) => (start > end ? start : end), lastChange(files))
  const start = (last / size + 1n) * size
  const at = start + BigInt(LONG_HEADER)
  const data = (lastCheckpoint(segments)?.data ?? checkpointIn(control)).slice()
  const view = new DataView(data.buffer)
  view.setBigUint64(REDO, at, true)
  view.setBigUint64(NEXT_XID, largest(view.getBigUint64(NEXT_XID, true), nextTransaction(files)), true)
  view.setUint32(NEXT_OID, Math.max(view.getUint32(NEXT_OID, true), nextFile(files)), true)
  const kept = [...withSettings(files, sample)].filter(([path]) => !path.startsWith('pg_wal/') || path.endsWith('/'))
  return new Map([
    ...kept,
    [CONTROL, controlFile(control, { at, data, system, isShutDown: true })],
    [segmentPath(start, size), segmentWith(model, { start, data, system })],
  ])
}

/** In the data of a checkpoint. */
const REDO = 0
const NEXT_XID = 24
const NEXT_OID = 32

interface Parts {
  readonly segments: readonly Segment[]
  /** A whole control file of this PostgreSQL: the folder's own, else the sample's. */
  readonly control: Uint8Array<ArrayBuffer>
  /** What tells the log of this folder from those of others. */
  readonly system: bigint
  /** A segment of the log as this PostgreSQL writes it. */
  readonly model: Segment
}

function partsOf(files: FolderFiles, sample: FolderFiles): Parts {
  const [model] = segmentsOf(sample, null)
  const modelControl = sample.get(CONTROL)
  if (model === undefined || modelControl === undefined) throw new Error('The sample has no log')
  const segments = segmentsOf(files, model)
  const own = files.get(CONTROL)
  const isOwn = own !== undefined && isWholeControl(own)
  const control = isOwn ? own : modelControl
  const [first] = segments
  return { segments, control, model, system: isOwn || !first ? systemOf(control) : systemOfPage(first.bytes) }
}

/**
 * With PostgreSQL's settings, which nobody changes here, with folders that are missing, as no file is in them, and with the
 * sample's map of PostgreSQL's own tables, from which that of each store comes, where the folder's own is damaged.
 */
function withSettings(files: FolderFiles, sample: FolderFiles): FolderFiles {
  const fromSample = [...sample].filter(
    ([path]) =>
      SETTINGS.test(path) ||
      (path.endsWith('/') && !files.has(path)) ||
      (path.endsWith('/pg_filenode.map') && !isWholeMap(files.get(path))),
  )
  return new Map([...files, ...fromSample])
}

function isWholeMap(bytes: Uint8Array | undefined): boolean {
  if (bytes?.length !== MAP_BYTES) return false
  const sum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAP_BYTES - 4, true)
  return crc32c(bytes.subarray(0, MAP_BYTES - 4)) === sum
}

const MAP_BYTES = 524

const SETTINGS = /^(?:postgresql(?:\.auto)?\.conf|pg_hba\.conf|pg_ident\.conf|PG_VERSION|base\/\d+\/PG_VERSION)$/

/** Where in the log the last change of any table was written, as the pages of the tables tell. */
function lastChange(files: FolderFiles): bigint {
  let last = 0n
  for (const [path, bytes] of files) {
    if (!/^(?:base\/\d+|global)\/\d+/.test(path)) continue
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at + PAGE <= bytes.length; at += PAGE) {
      const change = (BigInt(view.getUint32(at, true)) << 32n) + BigInt(view.getUint32(at + 4, true))
      // What is beyond is damage: a browser stores no such log.
      if (change < MOST) last = largest(last, change)
    }
  }
  return last
}

const PAGE = 8192
const MOST = 1n << 44n

/** The first transaction that is not known to have ended, by the files that keep how each has, two bits for each. */
function nextTransaction(files: FolderFiles): bigint {
  let next = 0n
  for (const [path, bytes] of files) {
    const segment = /^pg_xact\/([0-9A-F]{4})$/.exec(path)?.[1]
    const at = bytes.findLastIndex((byte) => byte !== 0)
    if (segment === undefined || at === -1) continue
    const slot = [3, 2, 1, 0].find((each) => ((bytes[at] ?? 0) >> (each * 2)) & 3) ?? 0
    next = largest(next, BigInt(Number.parseInt(segment, 16) * XACTS_IN_SEGMENT + at * 4 + slot + 1))
  }
  return next
}

const XACTS_IN_SEGMENT = 32 * PAGE * 4

/**
 * The files that keep how each transaction has ended, out of those of a folder: one that was cut, or the first if there is
 * none, goes on to the end of its page as if all had been committed, since their records would otherwise be hidden.
 */
export function transactionFiles(files: FolderFiles): FolderFiles {
  const kept = [...files].filter(([path]) => /^pg_xact\/[0-9A-F]{4}$/.test(path))
  if (kept.length === 0) kept.push(['pg_xact/0000', new Uint8Array()])
  return new Map(
    kept.map(([path, bytes]) => {
      if (bytes.length > 0 && bytes.length % PAGE === 0) return [path, bytes]
      const whole = new Uint8Array((Math.floor(bytes.length / PAGE) + 1) * PAGE).fill(ALL_COMMITTED)
      whole.set(bytes)
      return [path, whole]
    }),
  )
}

const ALL_COMMITTED = 0b01_01_01_01

/** A number that no file of a table has. */
function nextFile(files: FolderFiles): number {
  let next = 0
  for (const path of files.keys()) next = Math.max(next, Number(/^base\/\d+\/(\d+)/.exec(path)?.[1] ?? 0) + 1)
  return next
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
