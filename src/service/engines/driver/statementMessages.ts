/** The message Parse, which prepares a statement under that name, or without a name, for one use; the types follow from its text. */
export function parsedStatement(name: string, text: string): Uint8Array {
  const bytes = LENGTH + Buffer.byteLength(name) + 1 + Buffer.byteLength(text) + 1 + SHORT
  const message = Buffer.alloc(1 + bytes)
  let at = message.write('P', 0)
  at = message.writeUInt32BE(bytes, at)
  at += message.write(name, at) + 1
  message.write(text, at)
  return message
}

/** The message Describe for the statement without a name, with Sync after it if it is the last one of a round trip. */
export function describedStatement(isLast: boolean): Uint8Array {
  return isLast ? Buffer.concat([DESCRIBE_STATEMENT, SYNC]) : DESCRIBE_STATEMENT
}

/** What follows the message Bind of a statement. */
export interface BoundWith {
  /** Whether PostgreSQL is asked for its columns. */
  readonly isDescribed: boolean
  /** Whether it is the last one of a round trip. */
  readonly isLast: boolean
}

/**
 * The messages Bind and Execute for a prepared statement, in one piece, with Describe between them and Sync after them where
 * asked for; values go and come as text.
 */
export function boundStatement(
  name: string,
  values: readonly (string | null)[],
  { isDescribed, isLast }: BoundWith,
): Uint8Array {
  let size = 0
  for (const value of values) size += LENGTH + (value === null ? 0 : Buffer.byteLength(value))
  const nameBytes = Buffer.byteLength(name)
  // The length counts itself; after it the names of the portal (none) and of the statement, the formats and the values.
  const bindBytes = LENGTH + 1 + nameBytes + 1 + SHORT + SHORT + size + SHORT
  const after = AFTER[isDescribed ? 'described' : 'known'][isLast ? 'last' : 'first']
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

/** Asks for the columns of the statement without a name, or of the portal without one. */
function describing(what: 'S' | 'P'): Buffer {
  return Buffer.concat([Buffer.from('D'), Buffer.from([0, 0, 0, 6]), Buffer.from(what), Buffer.from([0])])
}
const DESCRIBE = describing('P')
const DESCRIBE_STATEMENT = describing('S')

/** Runs the portal without a name, to its last row. */
const EXECUTE = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, 9, 0, 0, 0, 0, 0])])

const SYNC = Buffer.concat([Buffer.from('S'), Buffer.from([0, 0, 0, 4])])

const AFTER = {
  known: { first: EXECUTE, last: Buffer.concat([EXECUTE, SYNC]) },
  described: { first: Buffer.concat([DESCRIBE, EXECUTE]), last: Buffer.concat([DESCRIBE, EXECUTE, SYNC]) },
} as const
