import { joinedBytes } from '../../protocol/joinedBytes.ts'

/** Rows as `COPY … TO STDOUT` writes them, each with its line end, one after the other. */
export interface CopiedRows {
  readonly bytes: Uint8Array
  /** Where each row ends in the bytes. */
  readonly ends: readonly number[]
}

/** The bytes of the rows from one place to another. Nothing is copied. */
export function bytesOfRows({ bytes, ends }: CopiedRows, from: number, to: number): Uint8Array {
  return bytes.subarray(from === 0 ? 0 : ends[from - 1], to === 0 ? 0 : ends[to - 1])
}

/** The rows together. */
export function joinedRows(rows: readonly Uint8Array[]): CopiedRows {
  let end = 0
  return { bytes: joinedBytes(rows), ends: rows.map((row) => (end += row.byteLength)) }
}
