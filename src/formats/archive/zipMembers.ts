import { ProblemError } from '../../protocol/problem.ts'

/** A file in a ZIP archive. */
export interface ZipMember {
  readonly name: string
  /** Its content. Rejects with `ProblemError` if it is damaged, locked, or packed in an unusual way. */
  readonly open: () => Promise<Blob>
}

/** The files of a ZIP archive, by its directory. Rejects with `ProblemError` if it has none. */
export async function zipMembers(file: Blob): Promise<readonly ZipMember[]> {
  const tailStart = Math.max(0, file.size - LONGEST_END)
  const tail = new DataView(await file.slice(tailStart).arrayBuffer())
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) end -= 1
  if (end < 0) throw unreadable()
  const count = tail.getUint16(end + 10, true)
  const size = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  // Such archives are longer than 4 GB or have more than 65,534 files.
  if (start === 0xffffffff || count === 0xffff) throw unreadable()
  return entriesOf(file, new DataView(await file.slice(start, start + size).arrayBuffer()), count)
}

function entriesOf(file: Blob, directory: DataView, count: number): readonly ZipMember[] {
  const members: ZipMember[] = []
  let at = 0
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== ENTRY_MARK) throw unreadable()
    const nameBytes = directory.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + ENTRY_BYTES, nameBytes))
    const entry = {
      isLocked: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      start: directory.getUint32(at + 42, true),
    }
    if (!name.endsWith('/')) members.push({ name, open: () => unpack(file, entry) })
    at += ENTRY_BYTES + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return members
}

interface Entry {
  readonly isLocked: boolean
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly start: number
}

async function unpack(file: Blob, { isLocked, method, packed, size, start }: Entry): Promise<Blob> {
  const local = new DataView(await file.slice(start, start + LOCAL_BYTES).arrayBuffer())
  if (isLocked || local.byteLength < LOCAL_BYTES || (method !== STORED && method !== DEFLATED)) throw unreadable()
  const from = start + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
  const body = file.slice(from, from + packed)
  const content = method === STORED ? body : await inflated(body, 'deflate-raw')
  if (content.size !== size) throw unreadable()
  return content
}

/** What was packed. Rejects with `ProblemError` if it is damaged. */
export async function inflated(packed: Blob, format: 'gzip' | 'deflate-raw'): Promise<Blob> {
  try {
    return await new Response(packed.stream().pipeThrough(new DecompressionStream(format))).blob()
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(cause?: unknown): ProblemError {
  return new ProblemError({ code: 'archiveUnreadable' }, { cause })
}

const END_MARK = 0x06054b50
const END_BYTES = 22
/** The end may have a comment of 65,535 bytes. */
const LONGEST_END = END_BYTES + 0xffff
const ENTRY_MARK = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
