import type { ExportFormat, Guarded } from '../../formats/exportFormat.ts'
import type { Field } from '../../protocol/field.ts'
import { chosenFields } from '../../query/columns.ts'
import { losesRank, missingColumns } from '../../results/walk/ownColumns.ts'
import type { ReadOptions } from '../../results/readStatement.ts'
import { showsCutTimes } from '../../results/plan/shownTimes.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { showLastingToast, showToast } from '../../ui/Toast.tsx'
import { explainFailure } from '../result/failure.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import { rowsShown } from './exportContent.ts'
import { exportName, limitParts, nameParts } from './exportName.ts'
import { exportRows, exportSearch } from './exportSearch.ts'
import type { ExportSource } from './exportSource.ts'

/** A file of records. */
interface WrittenExport {
  readonly blob: Blob
  readonly rows: number
  readonly fields: readonly Field[]
  readonly guarded: readonly Guarded[]
  readonly cutAt: number | null
  /** It was shown that it holds every record that was asked for. */
  readonly isProven: boolean
  /** Why the server gives no more. */
  readonly stoppedBy?: Error | null
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
  const file = await written(source, format, extent, options)
  const { blob, rows, fields, cutAt, isProven, stoppedBy = null } = file
  options.signal.throwIfAborted()
  const first = source.kind === 'search' && source.shown?.cutAt === null && extent === 'shown' ? rows : null
  const parts = source.kind === 'search' ? nameParts(source.plan.query, first) : limitParts(source)
  const name = exportName(title, parts, format.extension, { cutAt, atLeast: isProven ? null : rows })
  saveFile(blob, name)
  const saved = { count: rows, bytes: blob.size }
  const told =
    stoppedBy !== null
      ? exportFileWords.exportedUntil(saved, name, explainFailure(stoppedBy, source.asked).what)
      : isProven
        ? exportFileWords.exported(saved, name)
        : exportFileWords.exportedPerhaps(saved, name)
  // What the file could not hold is said nowhere else.
  const say = file.guarded.length > 0 ? showLastingToast : showToast
  say(withGuarded(file.guarded, withLost(source, fields, told)))
}

/** The sentence with what the format could not hold as the server sent it. */
function withGuarded(guarded: readonly Guarded[], told: string): string {
  return [told, ...guarded.map((each) => exportFileWords.guarded[each.kind](each.count, each.columns))].join(' ')
}

/** The sentence with what the server keeps from a file with these fields. */
function withLost(source: ExportSource, fields: readonly Field[], told: string): string {
  if (source.kind === 'rows') return told
  const { columns } = source
  const { client, query } = source.plan
  const missing = missingColumns(client, query.resource)
  const isRankChosen = [columns, query.columns].every((names) => names === null || names.includes('rank'))
  const isRankBlank =
    query.search !== '' && isRankChosen && losesRank(client, query.resource) && client.profile.get().sql !== 'on'
  const isCut = showsCutTimes(client, query.resource, fields)
  const timed = isCut ? exportFileWords.withCutTimes(told) : told
  const sentence = isRankBlank ? exportFileWords.withBlankRank(timed) : timed
  return missing.length > 0 ? exportFileWords.withoutColumns(sentence, missing) : sentence
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
    const file = await exportRows(format, fields, rows)
    const cutAt = whole === null ? source.cutAt : (whole.cut?.at ?? null)
    return { ...file, rows: rows.length, fields, cutAt, isProven: whole !== null || source.isProven }
  }
  const { plan, columns, cut, shown } = source
  if (extent === 'here' && cut !== null) {
    const { length } = cut.rows
    const file = await exportRows(format, cut.fields, cut.rows, columns)
    return { ...file, rows: length, fields: chosenFields(columns, cut.fields), cutAt: length, isProven: true }
  }
  const here = extent === 'shown' ? rowsShown(source) : null
  if (here !== null && shown !== null) {
    const fields = shown.rows.fields.get()
    const file = await exportRows(format, fields, here, columns)
    return { ...file, rows: here.length, fields: chosenFields(columns, fields), cutAt: shown.cutAt, isProven: true }
  }
  const most = extent === 'shown' && shown !== null ? shown.count : Infinity
  const file = await exportSearch(plan, format, options, most, columns)
  // What is here can then be saved by its own button.
  if (file.stoppedBy !== null && cut !== null) throw file.stoppedBy
  const isStuck = file.stoppedBy !== null && file.stoppedBy.problem.code !== 'endNotShown'
  return { ...file, cutAt: isStuck ? file.rows : null }
}
