import type { ColumnReader } from './copyReader.ts'

/** What binary COPY begins with: a signature of 11 bytes, flags, and the length of an extension. */
const HEADER = 19

/** Gives each value of a piece of binary COPY to the reader of its column; returns how many records there were. */
export function readCopy(bytes: Uint8Array<ArrayBuffer>, readers: readonly ColumnReader[]): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEADER + view.getInt32(HEADER - 4)
  for (let records = 0; ; records += 1) {
    const fields = view.getInt16(at)
    at += 2
    if (fields < 0) return records
    for (const reader of readers) {
      const length = view.getInt32(at)
      at += 4
      reader.take(view, at, length)
      if (length > 0) at += length
    }
  }
}
