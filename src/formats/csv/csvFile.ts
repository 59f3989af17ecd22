import { CsvParser, type CsvRecord } from './csvParser.ts'

export type Separator = (typeof SEPARATORS)[number]

/** How to read a file, as detected from its bytes. */
export interface CsvReading {
  readonly separator: Separator
  readonly encoding: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
  /** The file begins with a byte order mark, which is no part of its text. */
  readonly hasMark: boolean
}

/** Detects encoding and separator; reads the whole file if only that shows whether it is UTF-8. */
export async function examineCsv(file: Blob, signal: AbortSignal): Promise<CsvReading> {
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  const marked = markOf(start)
  const encoding = marked ?? ((await isUtf8(file, signal)) ? 'utf-8' : 'windows-1252')
  const head = new TextDecoder(encoding).decode(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return { encoding, hasMark: marked !== null, separator: likelySeparator(head) }
}

/** The records of the file in batches of a few hundred, the header included. Rejects with `CsvError` or `AbortError`. */
export async function* readCsv(file: Blob, reading: CsvReading, signal: AbortSignal): AsyncGenerator<CsvRecord[]> {
  const parser = new CsvParser(reading.separator)
  const decoder = new TextDecoder(reading.encoding)
  for await (const bytes of piecesOf(file, signal)) {
    const records = parser.push(decoder.decode(bytes, { stream: true }))
    if (records.length > 0) yield records
  }
  const last = [...parser.push(decoder.decode()), ...parser.end()]
  if (last.length > 0) yield last
}

/** The separator that splits most of the first lines into the same number of cells. */
export function likelySeparator(head: string): Separator {
  let best: Separator = ','
  let bestScore = 0
  for (const separator of SEPARATORS) {
    const score = scoreOf(new CsvParser(separator).push(head).slice(0, 50))
    if (score > bestScore) {
      best = separator
      bestScore = score
    }
  }
  return best
}

const SEPARATORS = [',', ';', '\t', '|'] as const

const HEAD_BYTES = 256 * 1024
const PIECE_BYTES = 256 * 1024

/** How many records have as many cells as the first; 0 if that has only one, which says nothing. */
function scoreOf(records: readonly CsvRecord[]): number {
  const width = records[0]?.cells.length ?? 0
  if (width < 2) return 0
  const alike = records.filter((record) => record.cells.length === width).length
  // The share decides; among equals, more columns.
  return alike / records.length + width / 100_000
}

function markOf([a, b, c]: Uint8Array): CsvReading['encoding'] | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : null
}

async function isUtf8(file: Blob, signal: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of piecesOf(file, signal)) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** In slices, as not every browser can iterate over a stream; each wait lets the page draw. */
async function* piecesOf(file: Blob, signal: AbortSignal): AsyncGenerator<ArrayBuffer> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other is the point
    yield await file.slice(at, at + PIECE_BYTES).arrayBuffer()
  }
}
