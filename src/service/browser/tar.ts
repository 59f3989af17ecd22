/** A file or folder in a tar. */
export interface TarEntry {
  /** Parts of its path, from the outermost folder. */
  readonly path: readonly string[]
  readonly isFolder: boolean
  /** In milliseconds. */
  readonly modified: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The files and folders in a tar, which may end without its last blocks. The bytes are views of it. */
export function* tarEntries(tar: ArrayBuffer): Generator<TarEntry> {
  const all = new Uint8Array(tar)
  for (let at = 0; at + BLOCK <= all.length && all[at] !== 0;) {
    const header = all.subarray(at, at + BLOCK)
    const size = number(header, SIZE_AT, 12)
    const kind = text(header, KIND_AT, 1)
    const begin = at + BLOCK
    at = begin + Math.ceil(size / BLOCK) * BLOCK
    const path = `${text(header, PREFIX_AT, 155)}/${text(header, 0, 100)}`.split('/').filter((part) => !SELF.has(part))
    if (kind !== FILE && kind !== '' && kind !== FOLDER) continue
    if (path.length === 0) continue
    const bytes = all.subarray(begin, begin + size)
    yield { path, isFolder: kind === FOLDER, modified: number(header, MODIFIED_AT, 12) * 1000, bytes }
  }
}

/** What stands before a file in a tar, and what after it; a folder's path ends with a slash. */
export function tarFrame(path: string, size: number): readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] {
  const header = new Uint8Array(BLOCK)
  const put = (at: number, words: string) => header.set(new TextEncoder().encode(words), at)
  put(0, path)
  put(MODE_AT, '0000600\0')
  put(SIZE_AT, `${size.toString(8).padStart(11, '0')} `)
  put(MODIFIED_AT, `${''.padStart(11, '0')} `)
  put(SUM_AT, ' '.repeat(8))
  put(KIND_AT, path.endsWith('/') ? FOLDER : FILE)
  put(FORMAT_AT, 'ustar\u{0}00')
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(SUM_AT, `${sum.toString(8).padStart(6, '0')}\0 `)
  return [header, new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)]
}

/** What ends a tar. */
export const TAR_END = new Uint8Array(1024)

const BLOCK = 512
const MODE_AT = 100
const SIZE_AT = 124
const MODIFIED_AT = 136
const SUM_AT = 148
const KIND_AT = 156
const FORMAT_AT = 257
const PREFIX_AT = 345

const FILE = '0'
const FOLDER = '5'

const SELF = new Set(['', '.', '..'])

function text(header: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(header.subarray(at, at + length)).split('\0', 1)[0] ?? ''
}

function number(header: Uint8Array, at: number, length: number): number {
  return Number.parseInt(text(header, at, length).trim() || '0', 8)
}
