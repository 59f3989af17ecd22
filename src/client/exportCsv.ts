import type { Row, SearchPage } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import type { QuerySpec } from '../protocol/querySpec.ts'
import type { ActionClient } from './actionClient.ts'
import { alignedRow, withFieldsOf } from './pageFields.ts'
import { recordPages } from './recordPages.ts'
import type { ReadOptions } from './readStatement.ts'

/**
 * Every record that matches, whatever `limit` says, as a CSV file. Throws where the table changed under the export, where
 * pages can't be had, or (`AbortError`) when cancelled; there is never a file that lacks a record.
 */
export async function exportCsv(
  client: ActionClient,
  spec: QuerySpec,
  options: ReadOptions,
): Promise<{ blob: Blob; rows: number }> {
  let file = await tryExport(client, spec, [], options)
  // Where a server names no fields, a later record may have one that the header lacks.
  // oxlint-disable-next-line no-await-in-loop -- the header is written when all fields are known
  while (file.hasLateFields) file = await tryExport(client, spec, file.fields, options)
  return { blob: new Blob(file.parts, { type: 'text/csv;charset=utf-8' }), rows: file.rows }
}

/** The file under a header of the fields that are known and those of the first page; and all fields that were met. */
async function tryExport(client: ActionClient, spec: QuerySpec, known: readonly Field[], options: ReadOptions) {
  const parts: Blob[] = []
  let rows = 0
  let first: SearchPage | null = null
  let header: readonly Field[] = known
  let fields: readonly Field[] = known
  for await (const page of recordPages(client, spec, options.signal)) {
    fields = known.length === 0 && first === null ? page.fields : withFieldsOf(fields, [page.fields])
    if (first === null) {
      first = page
      header = fields
      parts.push(new Blob([csvLine(header.map((field) => csvText(field.id)))]))
    }
    const columns = header
    const aligned = page.rows.map((row) => alignedRow(row, page.fields, columns))
    // A Blob per page: the browser may keep it on disk, a string would stay in memory.
    parts.push(new Blob([csvLines(columns, aligned)]))
    rows += page.rows.length
    options.onProgress(rows, first.total)
  }
  return { parts, rows, fields, hasLateFields: fields.length > header.length }
}

/**
 * RFC 4180 with a header and CRLF; null is nothing, the empty text is `""`, all else is the exact text of the value. In a
 * json column that is its JSON, so that the string "1" and the number 1 differ.
 */
export function csvOf(fields: readonly Field[], rows: Iterable<Row>): string {
  return csvLine(fields.map((field) => csvText(field.id))) + csvLines(fields, rows)
}

function csvLines(fields: readonly Field[], rows: Iterable<Row>): string {
  const isJson = fields.map((field) => fieldKind(field.type) === 'json')
  let text = ''
  for (const row of rows) text += csvLine(row.map((value, column) => csvValue(value, isJson[column] === true)))
  return text
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function csvValue(value: JsonText | undefined, isJson: boolean): string {
  if (value === undefined || jsonKind(value) === 'null') return ''
  if (isJson) return csvText(value)
  return value === '""' ? value : csvText(jsonToPlain(value))
}

function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
