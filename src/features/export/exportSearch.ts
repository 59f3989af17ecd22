import type { ExportFormat, Guarded, TableWriter } from '../../formats/exportFormat.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { Row, SearchPage } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { chosenFields } from '../../query/columns.ts'
import { alignedRow, withFieldsOf } from '../../results/pageFields.ts'
import type { Plan } from '../../results/plan/plan.ts'
import { recordPages } from '../../results/walk/recordPages.ts'
import type { ReadOptions } from '../../results/readStatement.ts'

/**
 * Every record that matches, or the first `most` of them, as a file, regardless of the query's `limit`. Throws if the table changes meanwhile, if a page can't be
 * had, or (`AbortError`) if cancelled. Where the server gives no further pages, the file has what it gave, and `stoppedBy` says why.
 * `isProven`: it was shown that there are no others. `columns` names what goes into the file; null is all.
 */
export async function exportSearch(
  plan: Plan,
  format: ExportFormat,
  options: ReadOptions,
  most = Infinity,
  columns: readonly string[] | null = null,
): Promise<SearchFile> {
  let file = await tryExport(plan, format, [], options, most, columns)
  // If a server names no fields, a later record may have one that the header lacks.
  while (file.hasLateFields) file = await tryExport(plan, format, file.fields, options, most, columns)
  const { rows, fields, guarded, isProven, stoppedBy } = file
  return { blob: new Blob(file.parts, { type: format.mediaType }), rows, fields, guarded, isProven, stoppedBy }
}

/** Records as a file. */
export interface SearchFile {
  readonly blob: Blob
  readonly rows: number
  readonly fields: readonly Field[]
  /** What the format could not hold as the server sent it. */
  readonly guarded: readonly Guarded[]
  readonly isProven: boolean
  /** Why the server gives no more, although there is more or may be; null if it came to the end. */
  readonly stoppedBy: ProblemError | null
}

/** Problems of servers that give no further pages, however often they are asked: what came before is right. */
const STUCK: ReadonlySet<string> = new Set([
  'pagesRepeat',
  'pagesRefused',
  'pagesOverlap',
  'pagesUnordered',
  'totalNotReached',
  'endNotShown',
])

/** Rows that are already here as a file; `columns` names what goes into it, null is all. */
export async function exportRows(
  format: ExportFormat,
  fields: readonly Field[],
  rows: readonly Row[],
  columns: readonly string[] | null = null,
): Promise<{ readonly blob: Blob; readonly guarded: readonly Guarded[] }> {
  const chosen = chosenFields(columns, fields)
  const writer = await format.write(chosen)
  const aligned = columns === null ? rows : rows.map((row) => alignedRow(row, fields, chosen))
  const parts = [await writer.start(), await writer.rows(aligned)]
  const { part, guarded } = await writer.end()
  return { blob: new Blob([...parts, part], { type: format.mediaType }), guarded }
}

/** The file with the known fields and those of the first page, and all the fields that came up on the way. */
async function tryExport(
  plan: Plan,
  format: ExportFormat,
  known: readonly Field[],
  options: ReadOptions,
  most: number,
  columns: readonly string[] | null,
) {
  const parts: Blob[] = []
  let rows = 0
  let isProven = true
  const ended = (isShown: boolean) => {
    isProven = isShown
  }
  let first: SearchPage | null = null
  let writer: TableWriter | null = null
  let header: readonly Field[] = known
  let fields: readonly Field[] = known
  let stoppedBy: ProblemError | null = null
  const stopped = (error: ProblemError) => {
    stoppedBy = error
    isProven = false
  }
  for await (const page of pagesUntilStuck(recordPages(plan, options.signal, ended), stopped)) {
    const chosen = chosenFields(columns, page.fields)
    fields = known.length === 0 && first === null ? chosen : withFieldsOf(fields, [chosen])
    if (first === null || writer === null) {
      first = page
      header = fields
      writer = await format.write(header)
      parts.push(new Blob([await writer.start()]))
    }
    const wanted = header
    const aligned = page.rows.slice(0, most - rows).map((row) => alignedRow(row, page.fields, wanted))
    // A Blob per page: the browser can keep it on disk; a string would stay in memory.
    parts.push(new Blob([await writer.rows(aligned)]))
    rows += aligned.length
    options.onProgress(rows, first.total === null ? null : Math.min(first.total, most))
    if (rows === most) break
  }
  const end = await writer?.end()
  if (end !== undefined) parts.push(new Blob([end.part]))
  return {
    parts,
    rows,
    guarded: end?.guarded ?? [],
    isProven,
    stoppedBy,
    fields,
    hasLateFields: fields.length > header.length,
  }
}

/** The pages; where the server gives no more after some, it calls `stopped` and ends. */
async function* pagesUntilStuck(
  pages: AsyncGenerator<SearchPage, void>,
  stopped: (error: ProblemError) => void,
): AsyncGenerator<SearchPage, void> {
  let given = 0
  try {
    for await (const page of pages) {
      given += page.rows.length
      yield page
    }
  } catch (error) {
    if (!(error instanceof ProblemError) || !STUCK.has(error.problem.code) || given === 0) throw error
    stopped(error)
  }
}
