/** The encodings that a file may be read in, in the order of a list. Browsers know each of them by this name. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const

export type Encoding = (typeof ENCODINGS)[number]

/** The encoding that the file's first bytes name, and how many bytes name it; null without such a mark. */
export function markOf([a, b, c]: Uint8Array): { readonly encoding: Encoding; readonly bytes: number } | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', bytes: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', bytes: 2 }
  return a === 0xfe && b === 0xff ? { encoding: 'utf-16be', bytes: 2 } : null
}

/**
 * The encoding of a file without a mark: UTF-16 if every other byte of its beginning is 0; UTF-8 if it is that but for a few
 * damaged characters; else Windows-1252, which any bytes may be. Reads pieces until that is clear.
 */
export async function likelyEncoding(pieces: AsyncIterable<ArrayBuffer>): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lenient = new TextDecoder('utf-8')
  let isBroken = false
  let others = 0
  let damaged = 0
  let isFirst = true
  for await (const piece of pieces) {
    const wide = isFirst ? wideOf(new Uint8Array(piece)) : null
    if (wide !== null) return wide
    isFirst = false
    if (!isBroken) isBroken = !decodes(strict, piece)
    const text = lenient.decode(piece, { stream: true })
    others += text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
    damaged += text.match(/\ufffd/g)?.length ?? 0
    if (isBroken && damaged > others + MOST_DAMAGED) return 'windows-1252'
  }
  // A character that the end of the file cuts is damaged, too.
  const end = lenient.decode().length
  return (!isBroken && end === 0) || damaged + end < others ? 'utf-8' : 'windows-1252'
}

/** More damaged characters than others: the rest of the file won't turn that round. */
const MOST_DAMAGED = 1000

function decodes(decoder: TextDecoder, piece: ArrayBuffer): boolean {
  try {
    decoder.decode(piece, { stream: true })
    return true
  } catch {
    return false
  }
}

/** UTF-16 without a mark: in text that is mostly Latin one byte of each two is 0. */
function wideOf(bytes: Uint8Array): Encoding | null {
  const looked = bytes.subarray(0, 1024)
  if (looked.length < 4 || looked.length % 2 !== 0) return null
  const zeros = [0, 0]
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = looked.length / 2
  if (odd > half * 0.6 && even === 0) return 'utf-16le'
  return even > half * 0.6 && odd === 0 ? 'utf-16be' : null
}
