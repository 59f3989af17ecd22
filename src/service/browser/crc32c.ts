const POLYNOMIAL = 0x82f6_3b78

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1
  return sum
})

/** The checksum (CRC-32C) that PostgreSQL puts on its control file and on each record of its log. */
export function crc32c(...parts: readonly Uint8Array[]): number {
  let sum = 0xffff_ffff
  for (const part of parts) for (const byte of part) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0)
  return ~sum >>> 0
}
