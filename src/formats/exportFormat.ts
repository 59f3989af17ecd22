import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/** A kind of file that results can be saved as. */
export interface ExportFormat {
  /** What people call it, in any language: `CSV`. */
  readonly name: string
  /** The ending of the file's name, without the dot. */
  readonly extension: string
  readonly mediaType: string
  /** Begins a file with these fields, in this order; with exact values where nothing else is asked for. */
  write(fields: readonly Field[], options?: FileOptions): FileWriter
}

/** What makes a file easier on spreadsheets, and less exact. */
export interface FileOptions {
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly hasMark: boolean
  /** Text that a spreadsheet would take for a formula begins with an apostrophe. */
  readonly guardsFormulas: boolean
}

/** Writes one file, piece by piece: `start`, then `rows` for each page of records, then `end`. */
export interface FileWriter {
  start(): FilePart
  /** Rows have a value for each field, undefined if a record lacks it. */
  rows(rows: Iterable<Row>): FilePart
  end(): FilePart
}

export type FilePart = string | Uint8Array<ArrayBuffer>
