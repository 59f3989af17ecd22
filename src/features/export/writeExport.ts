import type { ExportFormat } from '../../formats/exportFormat.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { ReadOptions } from '../../results/readStatement.ts'
import { exportRows, exportSearch } from './exportSearch.ts'
import type { ExportSource } from './exportSource.ts'

/** A file of records. */
export interface WrittenExport {
  readonly blob: Blob
  readonly rows: number
  readonly cutAt: number | null
  /** It was shown that it holds every record. */
  readonly isProven: boolean
}

/** Writes the file and says where its rows are cut, or that others may be missing; `all` first loads what the server cut. */
export async function writeExport(
  source: ExportSource,
  format: ExportFormat,
  all: boolean,
  options: ReadOptions,
): Promise<WrittenExport> {
  if (source.kind === 'search') {
    const file = await exportSearch(source.client, source.query, format, options)
    // Where a cut is on the screen, records may be missing here too: those can be had by name only.
    if (!file.isProven && source.cut !== null) throw new ProblemError({ code: 'endNotShown', given: file.rows })
    return { ...file, cutAt: null }
  }
  const whole = all && source.getAll !== null ? await source.getAll(options) : null
  const { fields, rows } = whole?.answer ?? source
  const blob = exportRows(format, fields, rows)
  const cutAt = whole === null ? source.cutAt : (whole.cut?.at ?? null)
  return { blob, rows: rows.length, cutAt, isProven: whole !== null || source.isProven }
}
