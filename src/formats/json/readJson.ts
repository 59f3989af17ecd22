import { ProblemError } from '../../protocol/problem.ts'
import { textPiecesOf } from '../filePieces.ts'
import { readNdjson } from '../ndjson/readNdjson.ts'
import { tableOfRecords, type JsonTable } from './jsonTable.ts'
import { JsonScanner, type JsonList } from './jsonScanner.ts'
import type { ReadOptions } from '../tableReader.ts'

/** What people choose of how JSON is read: which of its lists has the records. */
export interface JsonChoice {
  readonly list?: string | undefined
}

/**
 * Reads a list of objects, or the list of objects within an object: a CKAN's records, GeoJSON's features, or else the longest.
 * Rejects with `ProblemError` or `AbortError`.
 */
export async function readJson(file: Blob, options: ReadOptions<JsonChoice, JsonTable>): Promise<JsonTable> {
  const { signal, chosen } = options
  const { lists, values } = await listsOf(file, signal)
  if (values > 1) return readNdjson(file, options)
  const own = lists.find(({ path }) => path === '')
  const ofObjects = lists.filter(({ objects }) => objects > 0)
  const likely = own ?? ofObjects.find(({ path }) => USUAL.test(path)) ?? ofObjects.toSorted(byObjects)[0]
  const list = lists.find(({ path }) => path === chosen?.list) ?? likely
  if (list === undefined) throw new ProblemError({ code: values === 0 ? 'fileEmpty' : 'noRecordsInJson' })
  const reading = { list: list.path, lists: own === undefined ? ofObjects : [own] }
  return tableOfRecords(reading, 'records', (again) => elementsOf(file, list.path, again), options)
}

const USUAL = /(?:^|\.)(?:records|features)$/

function byObjects(a: JsonList, b: JsonList): number {
  return b.objects - a.objects
}

async function listsOf(file: Blob, signal: AbortSignal): Promise<Pick<JsonScanner, 'lists' | 'values'>> {
  const scanner = new JsonScanner(null)
  for await (const text of textPiecesOf(file, signal)) {
    scanner.push(text)
    // Values beside each other: JSON by lines, which has no lists.
    if (scanner.values > 1) return scanner
  }
  scanner.end()
  return scanner
}

async function* elementsOf(file: Blob, list: string, signal: AbortSignal) {
  const scanner = new JsonScanner(list)
  let number = 0
  for await (const text of textPiecesOf(file, signal))
    yield scanner.push(text).map((element) => ({ line: (number += 1), text: element }))
}
