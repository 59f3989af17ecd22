import type { FileRecord, FileTable, ReadOptions, TableFindings } from '../tableReader.ts'
import { lengthOf } from '../recordLength.ts'
import { TableCounter } from '../tableCounter.ts'
import { usualLength } from './csvDialect.ts'
import { examineCsv, headOf, readCsv, type CsvReading, type ReadFindings, type ReadingChoice } from './csvFile.ts'
import { CsvError } from './csvParser.ts'

/** What is odd about a file of separated text: its quotes, too. */
export interface CsvFindings extends TableFindings, ReadFindings {
  /** The line of a quote that is never closed, for which quotes are read as plain characters; null if there is none. */
  readonly neverClosed: number | null
}

/** A file of separated text. */
export type CsvTable = FileTable<'csv', CsvReading, CsvFindings>

/** Reads the whole file for names, types, counts and the first 200 rows. Rejects with `CsvError` or `AbortError`. */
export async function examineTable(file: Blob, options: ReadOptions<ReadingChoice, CsvTable>): Promise<CsvTable> {
  const { signal, chosen } = options
  const { reading, firstRecords } = await examineCsv(file, signal, chosen)
  const head = options.onHead === undefined ? file : await headOf(file, reading.encoding)
  if (head !== file) {
    const found = await examine(head, reading, { signal, onProgress: () => undefined, isHead: true }).catch(() => null)
    if (found !== null && !signal.aborted) options.onHead?.({ ...found, firstRecords })
  }
  try {
    return { ...(await examine(file, reading, { ...options, isHead: false })), firstRecords }
  } catch (error) {
    if (!(error instanceof CsvError) || error.problem.code !== 'quoteNeverClosed') throw error
    // The whole file is there, so the quote can only be a character.
    const table = await examineTable(file, { ...options, chosen: { ...chosen, plainQuotes: true } })
    return { ...table, findings: { ...table.findings, neverClosed: error.problem.line } }
  }
}

async function examine(
  file: Blob,
  reading: CsvReading,
  {
    signal,
    onProgress,
    isHead,
  }: Pick<ReadOptions<never, never>, 'signal' | 'onProgress'> & { readonly isHead: boolean },
): Promise<Omit<CsvTable, 'firstRecords'>> {
  let counter: TableCounter | null = null
  const ended: ReadFindings[] = []
  const onEnd = (findings: ReadFindings) => ended.push(findings)
  for await (const records of readCsv(file, reading, { signal, isHead, onEnd })) {
    const isFirst = counter === null
    // Where commas separate the cells, those in numbers more often separate thousands.
    counter ??= new TableCounter(headerOf(records, reading), {
      fillsShort: reading.fillsShort,
      hasDecimalComma: reading.separator !== ',',
    })
    for (const record of isFirst && reading.namesLine !== null ? records.slice(1) : records) counter.add(record)
    onProgress(counter.rows)
  }
  const [found] = ended
  if (counter === null || found === undefined) throw new CsvError({ code: 'fileEmpty' })
  const result = counter.result()
  const findings = { ...result.findings, ...found, neverClosed: null }
  const records = (again: AbortSignal) => rowsOf(file, reading, again)
  const { fillsShort } = reading
  return { ...result, format: 'csv', reading, archive: null, isHead, findings, records, numbering: 'lines', fillsShort }
}

/** The names in the file, or none for as many columns as the records usually have. */
function headerOf(records: readonly FileRecord[], { namesLine }: CsvReading): readonly (string | null)[] {
  const [first] = records
  if (first === undefined) return []
  if (namesLine === null) return Array.from({ length: Math.max(1, usualLength(records)) }, () => null)
  return first.cells.slice(0, lengthOf(first))
}

/** All records except the header. */
async function* rowsOf(file: Blob, reading: CsvReading, signal: AbortSignal): AsyncGenerator<readonly FileRecord[]> {
  let isHeader = reading.namesLine !== null
  for await (const records of readCsv(file, reading, { signal })) {
    yield isHeader ? records.slice(1) : records
    isHeader = false
  }
}
