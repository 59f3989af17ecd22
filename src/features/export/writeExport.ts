import type { ExportFormat } from '../../formats/exportFormat.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { lacksColumnJ } from '../../results/walk/ownColumns.ts'
import type { ReadOptions } from '../../results/readStatement.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { showToast } from '../../ui/Toast.tsx'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import { rowsShown } from './exportContent.ts'
import { exportName, nameParts } from './exportName.ts'
import { exportRows, exportSearch } from './exportSearch.ts'
import type { ExportSource } from './exportSource.ts'

/** A file of records. */
interface WrittenExport {
  readonly blob: Blob
  readonly rows: number
  readonly cutAt: number | null
  /** It was shown that it holds every record that was asked for. */
  readonly isProven: boolean
}

/** What of a source goes into the file: the rows shown; all, which are loaded for it; or those that are here after a cut. */
export type Extent = 'shown' | 'all' | 'here'

/** Writes and saves the file, whose name says what is in it and where its rows are cut, and says if others may be missing. */
export async function saveExport(
  source: ExportSource,
  title: string,
  format: ExportFormat,
  extent: Extent,
  options: ReadOptions,
): Promise<void> {
  const { blob, rows, cutAt, isProven } = await written(source, format, extent, options)
  options.signal.throwIfAborted()
  const first = source.kind === 'search' && source.shown?.cutAt === null && extent === 'shown' ? rows : null
  const parts = source.kind === 'search' ? nameParts(source.query, first) : []
  const name = exportName(title, parts, format.extension, cutAt)
  saveFile(blob, name)
  const told = isProven ? exportFileWords.exported(rows, name) : exportFileWords.exportedPerhaps(rows, name)
  const lacksJ = source.kind === 'search' && lacksColumnJ(source.client, source.query.resource)
  showToast(lacksJ ? exportFileWords.withoutColumn(told, 'j') : told)
}

async function written(
  source: ExportSource,
  format: ExportFormat,
  extent: Extent,
  options: ReadOptions,
): Promise<WrittenExport> {
  if (source.kind === 'rows') {
    const whole = extent === 'all' && source.getAll !== null ? await source.getAll(options) : null
    const { fields, rows } = whole?.answer ?? source
    const blob = exportRows(format, fields, rows)
    const cutAt = whole === null ? source.cutAt : (whole.cut?.at ?? null)
    return { blob, rows: rows.length, cutAt, isProven: whole !== null || source.isProven }
  }
  const { client, query, columns, cut, shown } = source
  if (extent === 'here' && cut !== null) {
    const { length } = cut.rows
    return { blob: exportRows(format, cut.fields, cut.rows, columns), rows: length, cutAt: length, isProven: true }
  }
  const here = extent === 'shown' ? rowsShown(source) : null
  if (here !== null && shown !== null) {
    const blob = exportRows(format, shown.rows.fields.get(), here, columns)
    return { blob, rows: here.length, cutAt: shown.cutAt, isProven: true }
  }
  const most = extent === 'shown' && shown !== null ? shown.count : Infinity
  const file = await exportSearch(client, query, format, options, most, columns)
  // Where a cut is on the screen, records may be missing here too: those can be had by name only.
  if (!file.isProven && cut !== null) throw new ProblemError({ code: 'endNotShown', given: file.rows })
  return { ...file, cutAt: null }
}
