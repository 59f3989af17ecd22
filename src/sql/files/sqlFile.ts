/** The text of a file, or why it can't be put into the editor. */
export type ReadSqlFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' | 'notText' | 'unreadable' }

/** Reads a file of UTF-8, with or without its mark, or of UTF-16 with it. Never rejects. */
export async function readSqlFile(file: Blob): Promise<ReadSqlFile> {
  if (file.size > BYTES_MAX) return { kind: 'tooLarge' }
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { kind: 'unreadable' }
  }
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    // No text has it, and PostgreSQL takes none.
    return text.includes('\0') ? { kind: 'notText' } : { kind: 'text', text: text.replaceAll('\r\n', '\n') }
  } catch {
    return { kind: 'notText' }
  }
}

/** More than anyone writes, and little enough for the editor. */
const BYTES_MAX = 5_000_000

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** What such a file holds: the text as it is written, ended by a line. */
export function sqlFileOf(text: string): Blob {
  return new Blob([text.endsWith('\n') ? text : `${text}\n`], { type: 'application/sql' })
}
