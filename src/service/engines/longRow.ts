import { joinedBytes } from '../../protocol/joinedBytes.ts'

/** A row one value of which was left as the bytes that came. */
export interface LongRow {
  /** The values as text; the long one is empty. */
  readonly values: readonly (string | null)[]
  readonly long: readonly Uint8Array[]
}

/** From here on a value is long: to make text of it, and bytes again to send it, takes longer than to pass them on. */
export const LONG_BYTES = 8 * 1024

/** Takes the message of a row apart, which came in these pieces; the value at that place is not copied. */
export function readLongRow(pieces: readonly Uint8Array[], place: number): LongRow {
  const parts = createParts(pieces)
  const count = numberIn(parts(2))
  const values: (string | null)[] = []
  let long: readonly Uint8Array[] = []
  for (let at = 0; at < count; at += 1) {
    const length = numberIn(parts(4))
    if (length === NULL) values.push(null)
    else if (at === place) {
      long = parts(length)
      values.push('')
    } else values.push(decoder.decode(joinedBytes(parts(length))))
  }
  return { values, long }
}

const decoder = new TextDecoder()

/** Gives the next so many bytes, each time, as parts of the pieces. */
function createParts(pieces: readonly Uint8Array[]): (length: number) => readonly Uint8Array[] {
  let piece = 0
  let at = 0
  return (length) => {
    const parts: Uint8Array[] = []
    for (let missing = length; missing > 0;) {
      const held = pieces[piece]
      if (held === undefined) throw new Error('The message of a row is too short')
      const part = held.subarray(at, at + missing)
      if (part.byteLength > 0) parts.push(part)
      missing -= part.byteLength
      at += part.byteLength
      if (at === held.byteLength) [piece, at] = [piece + 1, 0]
    }
    return parts
  }
}

function numberIn(parts: readonly Uint8Array[]): number {
  let number = 0
  for (const part of parts) for (const byte of part) number = number * 256 + byte
  return number
}

/** -1, read without its sign. */
const NULL = 2 ** 32 - 1
