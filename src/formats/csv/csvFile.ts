import { piecesOf } from '../filePieces.ts'
import type { FileRecord } from '../tableReader.ts'
import { likelyDialect, type CsvDialect, type DialectChoice } from './csvDialect.ts'
import { CsvParser, type StrayQuote } from './csvParser.ts'
import { likelyEncoding, markOf, type Encoding } from './textEncoding.ts'

/** How to read a file: as detected from its bytes, or as chosen. */
export interface CsvReading extends CsvDialect {
  readonly encoding: Encoding
  /** The encoding was not chosen and is none of Unicode: the file is no UTF-8. */
  readonly isFallback: boolean
  /** The bytes of the byte order mark at the file's start, which is no part of its text. */
  readonly markBytes: number
}

/** The parts of a reading that people choose. */
export type ReadingChoice = DialectChoice & { readonly encoding?: Encoding }

/** Detects what isn't chosen; reads the whole file if only that shows whether it is UTF-8. */
export async function examineCsv(
  file: Blob,
  signal: AbortSignal,
  chosen: ReadingChoice = {},
): Promise<{ readonly reading: CsvReading; readonly firstRecords: readonly FileRecord[] }> {
  const mark = markOf(new Uint8Array(await file.slice(0, 3).arrayBuffer()))
  const encoding = chosen.encoding ?? mark?.encoding ?? (await likelyEncoding(piecesOf(file, signal)))
  const markBytes = mark?.bytes ?? 0
  const head = await headOf(file, encoding)
  const text = new TextDecoder(encoding).decode(await head.slice(markBytes).arrayBuffer())
  const { dialect, firstRecords } = likelyDialect(text, chosen)
  const isFallback = chosen.encoding === undefined && encoding === 'windows-1252'
  return { reading: { ...dialect, encoding, markBytes, isFallback }, firstRecords }
}

/** The beginning of the file up to the end of a line, or all of it if it is small. */
export async function headOf(file: Blob, encoding: Encoding): Promise<Blob> {
  if (file.size <= HEAD_BYTES) return file
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13)) + 1
  const unit = encoding.startsWith('utf-16') ? 2 : 1
  return file.slice(0, end === 0 ? HEAD_BYTES : Math.ceil(end / unit) * unit)
}

/** What was found while a file was read, besides its records. */
export interface ReadFindings {
  readonly strayQuotes: readonly StrayQuote[]
  readonly strayCount: number
  /** Records above the names, which are left out. */
  readonly leftOut: number
}

export interface CsvReadOptions {
  readonly signal: AbortSignal
  /** The file is the beginning of a longer one: a quote may be open at its end. */
  readonly isHead?: boolean | undefined
  readonly onEnd?: ((findings: ReadFindings) => void) | undefined
}

/**
 * The records of the file in batches of a few hundred, from the line with the names on. Rejects with `CsvError` or
 * `AbortError`.
 */
export async function* readCsv(file: Blob, reading: CsvReading, options: CsvReadOptions): AsyncGenerator<FileRecord[]> {
  const parser = new CsvParser(reading.separator, reading)
  const decoder = new TextDecoder(reading.encoding)
  const firstLine = Math.max(reading.namesLine ?? 1, reading.hasHint ? 2 : 1)
  let leftOut = reading.hasHint ? -1 : 0
  const read = (records: FileRecord[]) => {
    if ((records[0]?.line ?? firstLine) >= firstLine) return records
    const kept = records.filter(({ line }) => line >= firstLine)
    leftOut += records.length - kept.length
    return kept
  }
  for await (const bytes of piecesOf(file.slice(reading.markBytes), options.signal)) {
    const records = read(parser.push(decoder.decode(bytes, { stream: true })))
    if (records.length > 0) yield records
  }
  const last = parser.push(decoder.decode())
  if (options.isHead !== true || !parser.isInQuotes) last.push(...parser.end())
  const records = read(last)
  if (records.length > 0) yield records
  options.onEnd?.({ strayQuotes: parser.strayQuotes, strayCount: parser.strayCount, leftOut })
}

const HEAD_BYTES = 256 * 1024
