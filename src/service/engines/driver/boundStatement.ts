/**
 * The messages Bind and Execute for a prepared statement, in one piece, and Sync if it is the last one of a round trip; values
 * go and come as text.
 */
export function boundStatement(name: string, values: readonly (string | null)[], isLast: boolean): Uint8Array {
  let size = 0
  for (const value of values) size += LENGTH + (value === null ? 0 : Buffer.byteLength(value))
  const nameBytes = Buffer.byteLength(name)
  // The length counts itself; after it the names of the portal (none) and of the statement, the formats and the values.
  const bindBytes = LENGTH + 1 + nameBytes + 1 + SHORT + SHORT + size + SHORT
  const after = isLast ? EXECUTE_AND_SYNC : EXECUTE
  const bytes = Buffer.allocUnsafe(1 + bindBytes + after.byteLength)
  let at = bytes.write('B', 0)
  at = bytes.writeUInt32BE(bindBytes, at)
  bytes[at] = 0
  at += 1
  at += bytes.write(name, at)
  bytes[at] = 0
  at = bytes.writeUInt16BE(0, at + 1)
  at = bytes.writeUInt16BE(values.length, at)
  for (const value of values) {
    if (value === null) at = bytes.writeInt32BE(-1, at)
    else {
      const written = bytes.write(value, at + LENGTH)
      at = bytes.writeUInt32BE(written, at) + written
    }
  }
  at = bytes.writeUInt16BE(0, at)
  bytes.set(after, at)
  return bytes
}

const LENGTH = 4
const SHORT = 2

/** The portal without a name, all rows. */
const EXECUTE = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 0])])

const EXECUTE_AND_SYNC = Buffer.concat([EXECUTE, Buffer.from('S'), Buffer.from([0, 0, 0, 4])])
