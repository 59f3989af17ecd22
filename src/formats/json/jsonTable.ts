import { ProblemError } from '../../protocol/problem.ts'
import { TableCounter } from '../tableCounter.ts'
import type { FileRecord, FileTable, ReadOptions } from '../tableReader.ts'
import { JsonColumns } from './jsonColumns.ts'
import type { JsonList } from './jsonScanner.ts'

/** How JSON is read: the path of the list that has the records, and the lists that may have them. */
export interface JsonReading {
  readonly list: string
  readonly lists: readonly JsonList[]
}

/** A file of JSON, whole or by lines. */
export type JsonTable = FileTable<'json', JsonReading>

/** The text of one record, and where it is found. */
export interface JsonRecord {
  readonly line: number
  readonly text: string
}

/** Reads all records for their columns, whatever names each of them has. Rejects with `ProblemError` or `AbortError`. */
export async function tableOfRecords(
  reading: JsonReading,
  numbering: JsonTable['numbering'],
  read: (signal: AbortSignal) => AsyncIterable<readonly JsonRecord[]>,
  { signal, onProgress }: Pick<ReadOptions<never, never>, 'signal' | 'onProgress'>,
): Promise<JsonTable> {
  const columns = new JsonColumns((name) => counter.addColumn(name))
  const counter = new TableCounter([], {
    fillsShort: true,
    fillsEmpty: true,
    hasDecimalComma: false,
    declared: (place, guess, misfits) => columns.typeOf(place, guess, misfits),
  })
  const recordOf = ({ line, text }: JsonRecord): FileRecord => ({ line, cells: columns.cellsOf(text, line) })
  for await (const batch of read(signal)) {
    for (const each of batch) counter.add(recordOf(each))
    onProgress(counter.rows)
  }
  if (counter.rows === 0) throw new ProblemError({ code: 'fileEmpty' })
  return {
    ...counter.result(),
    format: 'json',
    reading,
    archive: null,
    numbering,
    firstRecords: [],
    isHead: false,
    fillsShort: true,
    records: async function* (again) {
      for await (const batch of read(again)) yield batch.map(recordOf)
    },
  }
}
