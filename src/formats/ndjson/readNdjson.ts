import { textPiecesOf } from '../filePieces.ts'
import { tableOfRecords, type JsonTable } from '../json/jsonTable.ts'
import type { ReadOptions } from '../tableReader.ts'

/** Reads a file with one JSON record in each line. Rejects with `ProblemError` or `AbortError`. */
export function readNdjson(
  file: Blob,
  options: Pick<ReadOptions<never, never>, 'signal' | 'onProgress'>,
): Promise<JsonTable> {
  return tableOfRecords({ list: '', lists: [] }, 'lines', (signal) => recordLines(file, signal), options)
}

async function* recordLines(file: Blob, signal: AbortSignal) {
  let rest = ''
  let line = 0
  const numbered = (texts: readonly string[]) =>
    texts.flatMap((each) => {
      line += 1
      // A record separator begins each record of a JSON text sequence.
      const text = (each.startsWith(SEPARATOR) ? each.slice(1) : each).trim()
      return text === '' ? [] : [{ line, text }]
    })
  for await (const text of textPiecesOf(file, signal)) {
    const texts = (rest + text).split('\n')
    rest = texts.pop() ?? ''
    yield numbered(texts)
  }
  yield numbered([rest])
}

const SEPARATOR = '\u001e'
