/** A hash that holds all of a view's link in one parameter, `z=1.<deflated, base64url>.<checksum>`; 1 is its version. */
const VERSION_1 = /^#?z=1\.([\w-]+)\.([0-9a-z]+)$/

/** No link that the page writes is longer; more would be an attempt to fill the memory. */
const MOST_CHARACTERS = 4_000_000

/** A hash, without `#`, in its packed form. */
export async function packHash(hash: string): Promise<string> {
  const bytes = new TextEncoder().encode(hash)
  const packed = await streamed(bytes, new CompressionStream('deflate-raw'), Infinity)
  return `z=1.${toBase64Url(packed)}.${checksum(bytes)}`
}

/** What was packed, without `#`; null if the text was cut off or changed on its way, or is of a later version. */
export async function unpackHash(packed: string): Promise<string | null> {
  const [, text, sum] = VERSION_1.exec(packed) ?? []
  if (text === undefined) return null
  try {
    const bytes = await streamed(fromBase64Url(text), new DecompressionStream('deflate-raw'), MOST_CHARACTERS)
    return checksum(bytes) === sum ? new TextDecoder().decode(bytes) : null
  } catch {
    return null
  }
}

async function streamed(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
    if (length > most) throw new Error('Too long')
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** FNV-1a of 32 bits: deflate notices what is cut off, but not every letter that was changed. */
function checksum(bytes: Uint8Array): string {
  let sum = 0x81_1c_9d_c5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01_00_01_93)
  return (sum >>> 0).toString(36)
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}
