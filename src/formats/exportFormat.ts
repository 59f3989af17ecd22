import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/** A kind of file that results can be saved as. */
export interface ExportFormat {
  /** What people call it, in any language: `CSV`. */
  readonly name: string
  /** The ending of the file's name, without the dot. */
  readonly extension: string
  readonly mediaType: string
  /** Begins a file with these fields, in this order. */
  write(fields: readonly Field[]): FileWriter
}

/** Writes one file, piece by piece: `start`, then `rows` for each page of records, then `end`. */
export interface FileWriter {
  start(): FilePart
  /** Rows have a value for each field, undefined if a record lacks it. */
  rows(rows: Iterable<Row>): FilePart
  end(): FilePart
}

export type FilePart = string | Uint8Array<ArrayBuffer>
