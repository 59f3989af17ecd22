import type { Row, SearchPage } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { searchParams, type QuerySpec } from '../protocol/querySpec.ts'
import type { ActionClient } from './actionClient.ts'
import { sameRows } from './rowWindow.ts'

export interface ExportOptions {
  readonly signal: AbortSignal
  /** Rows written, and all that there are where the server says. */
  onProgress(done: number, total: number | null): void
}

/**
 * Every record that matches, whatever `limit` says, as a CSV file. Throws where the table changed under the export, where
 * pages can't be had, or (`AbortError`) when cancelled; there is never a file that lacks a record.
 */
export async function exportCsv(
  client: ActionClient,
  spec: QuerySpec,
  options: ExportOptions,
): Promise<{ blob: Blob; rows: number }> {
  const parts: Blob[] = []
  let rows = 0
  let first: SearchPage | null = null
  for await (const page of pagesOfExport(client, spec, options.signal)) {
    first ??= page
    const header = parts.length === 0 ? csvLine(page.fields.map((field) => csvText(field.id))) : ''
    // A Blob per page: the browser may keep it on disk, a string would stay in memory.
    parts.push(new Blob([header, csvLines(page.fields, page.rows)]))
    rows += page.rows.length
    options.onProgress(rows, first.total)
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows }
}

/**
 * RFC 4180 with a header and CRLF; null is nothing, the empty text is `""`, all else is the exact text of the value. In a
 * json column that is its JSON, so that the string "1" and the number 1 differ.
 */
export function csvOf(fields: readonly Field[], rows: Iterable<Row>): string {
  return csvLine(fields.map((field) => csvText(field.id))) + csvLines(fields, rows)
}

const ROWS_PER_PAGE = 10_000

async function* pagesOfExport(
  client: ActionClient,
  spec: QuerySpec,
  signal: AbortSignal,
): AsyncGenerator<SearchPage, void> {
  // Best matches first has ties in no order, so pages of a search are asked for by _id.
  const stable = spec.search !== '' && spec.sort.length === 0
  const ordered = stable ? { ...spec, sort: [{ field: '_id', descending: false }] } : spec
  let first: SearchPage | null = null
  let before: SearchPage | null = null
  let done = 0
  for (;;) {
    signal.throwIfAborted()
    const total: number | null = first === null || first.totalIsEstimate ? null : first.total
    const isLast = total !== null && done + ROWS_PER_PAGE >= total
    const params = searchParams(ordered, { offset: done, limit: ROWS_PER_PAGE }, first === null || isLast)
    // oxlint-disable-next-line no-await-in-loop -- where the next page begins is told by this one
    const { answer } = await client.search(params, { signal })
    if (first !== null) checkSame(first, answer, total)
    if (before !== null && sameRows(before.rows, answer.rows)) throw new Error(NO_OFFSET)
    const all: number | null = (first ?? answer).totalIsEstimate ? null : (first ?? answer).total
    done += answer.rows.length
    if (answer.rows.length > 0 || first === null) yield answer
    const full = answer.rows.length >= Math.min(ROWS_PER_PAGE, answer.limit ?? ROWS_PER_PAGE)
    const more: boolean = all === null ? full && answer.rows.length > 0 : done < all && answer.rows.length > 0
    if (!more) {
      if (all !== null && done !== all) throw new Error(changed(all, done))
      return
    }
    first ??= answer
    before = answer
  }
}

function checkSame(first: SearchPage, page: SearchPage, total: number | null): void {
  if (namesOf(first) !== namesOf(page)) {
    throw new Error('The fields of the table changed while it was exported. Export it again.')
  }
  if (total !== null && page.total !== null && page.total !== total) throw new Error(changed(total, page.total))
}

function namesOf(page: SearchPage): string {
  return JSON.stringify(page.fields.map((field) => field.id))
}

function changed(before: number, after: number): string {
  const [told, found] = [before, after].map((count) => count.toLocaleString('en'))
  return `The table changed while it was exported: ${told} records at first, then ${found}. Export it again.`
}

const NO_OFFSET =
  'This server gives the same records again for every page, so not all of them can be had. Narrow the query to export it.'

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
