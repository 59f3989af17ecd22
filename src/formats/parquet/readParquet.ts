import type { FileMetaData } from 'hyparquet'
import { parquetMetadataAsync, parquetRead } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { ProblemError } from '../../protocol/problem.ts'
import { MisfitCounter, TableCounter } from '../tableCounter.ts'
import type { FileRecord, FileTable, ReadOptions } from '../tableReader.ts'
import { plainValues, type ParquetColumn } from './parquetValues.ts'

/** A Parquet file, in which there is nothing to choose. */
export type ParquetTable = FileTable<'parquet', null>

/** Reads a Parquet file, whose types are its own. Rejects with `ProblemError` or `AbortError`. */
export async function readParquet(
  file: Blob,
  { signal, onProgress }: Pick<ReadOptions<never, never>, 'signal' | 'onProgress'>,
): Promise<ParquetTable> {
  const source = { byteLength: file.size, slice: (from: number, to?: number) => file.slice(from, to).arrayBuffer() }
  const { metadata, columns } = await named(async () => plainValues(await parquetMetadataAsync(source, PARSERS)))
  const notFinite = new MisfitCounter()
  const counter = new TableCounter(
    columns.map(({ name }) => name),
    {
      fillsShort: true,
      hasDecimalComma: false,
      declared: (place, guess, misfits) => {
        const type = columns[place]?.type ?? guess
        return misfits(type).count === 0 ? type : guess
      },
    },
  )
  for await (const batch of recordsOf(source, metadata, columns, signal)) {
    for (const record of batch) {
      counter.add(record)
      for (const cell of record.cells)
        if (cell === 'NaN' || cell?.endsWith('Infinity') === true) notFinite.add(record.line, cell)
    }
    onProgress(counter.rows)
  }
  const result = counter.result()
  const notes = notFinite.count === 0 ? [] : [{ code: 'notFinite', found: notFinite } as const]
  return {
    ...result,
    format: 'parquet',
    reading: null,
    archive: null,
    numbering: 'rows',
    firstRecords: [],
    isHead: false,
    fillsShort: true,
    findings: { ...result.findings, notes },
    records: (again) => recordsOf(source, metadata, columns, again),
  }
}

/** Values of columns that are no plain types come as they are stored, and keep all their digits. */
const PARSERS = { geoparquet: false } as const

async function* recordsOf(
  file: { readonly byteLength: number; readonly slice: (from: number, to?: number) => Promise<ArrayBuffer> },
  metadata: FileMetaData,
  columns: readonly ParquetColumn[],
  signal: AbortSignal,
): AsyncGenerator<readonly FileRecord[]> {
  const rows = Number(metadata.num_rows)
  for (const [rowStart, rowEnd] of spansOf(metadata)) {
    signal.throwIfAborted()
    const found = await named(
      () =>
        new Promise<readonly unknown[][]>((resolve, reject) => {
          const options = {
            file,
            metadata,
            compressors,
            utf8: false,
            geoparquet: false,
            rowStart,
            rowEnd: Math.min(rows, rowEnd),
          }
          parquetRead({ ...options, onComplete: resolve }).catch(reject)
        }),
    )
    yield found.map((values, at) => ({
      line: rowStart + at + 1,
      cells: columns.map(({ textOf }, place) => textOf(values[place])),
    }))
  }
}

/** Parts of groups of rows, small enough to be held as text. */
function spansOf({ row_groups: groups }: FileMetaData): readonly (readonly [rowStart: number, rowEnd: number])[] {
  const spans: [number, number][] = []
  let start = 0
  for (const { num_rows: rows } of groups) {
    const end = start + Number(rows)
    for (let at = start; at < end; at += MOST_ROWS) spans.push([at, Math.min(end, at + MOST_ROWS)])
    start = end
  }
  return spans
}

const MOST_ROWS = 100_000

async function named<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const text = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
    throw new ProblemError({ code: 'parquetUnreadable', text }, { cause: error })
  }
}
