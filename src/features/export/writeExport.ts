import type { ExportFormat } from '../../formats/exportFormat.ts'
import type { ReadOptions } from '../../results/readStatement.ts'
import { exportRows, exportSearch } from './exportSearch.ts'
import type { ExportSource } from './exportSource.ts'

/** Writes the file and says where its rows are cut; `all` first loads what the server cut. */
export async function writeExport(
  source: ExportSource,
  format: ExportFormat,
  all: boolean,
  options: ReadOptions,
): Promise<{ readonly blob: Blob; readonly rows: number; readonly cutAt: number | null }> {
  if (source.kind === 'search')
    return { ...(await exportSearch(source.client, source.query, format, options)), cutAt: null }
  const whole = all && source.getAll !== null ? await source.getAll(options) : null
  const { fields, rows } = whole?.answer ?? source
  const blob = exportRows(format, fields, rows)
  return { blob, rows: rows.length, cutAt: whole === null ? source.cutAt : (whole.cut?.at ?? null) }
}
