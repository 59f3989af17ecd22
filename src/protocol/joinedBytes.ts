/** The parts one after the other, in one array. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOfParts(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** How long they are together, in bytes. */
export function lengthOfParts(parts: readonly Uint8Array[]): number {
  return parts.reduce((length, part) => length + part.byteLength, 0)
}
