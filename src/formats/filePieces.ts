import { markOf } from './csv/textEncoding.ts'

const PIECE_BYTES = 256 * 1024

/** In slices, as not every browser can iterate over a stream; each wait lets the page draw. */
export async function* piecesOf(file: Blob, signal: AbortSignal): AsyncGenerator<ArrayBuffer> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    yield await file.slice(at, at + PIECE_BYTES).arrayBuffer()
  }
}

/** The text of the file in pieces, as its mark says or else as UTF-8. */
export async function* textPiecesOf(file: Blob, signal: AbortSignal): AsyncGenerator<string> {
  const mark = markOf(new Uint8Array(await file.slice(0, 3).arrayBuffer()))
  const decoder = new TextDecoder(mark?.encoding ?? 'utf-8')
  for await (const bytes of piecesOf(file, signal)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}
