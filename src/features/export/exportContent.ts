import type { Row } from '../../protocol/answers.ts'
import { wholeRow } from '../../rows/rowSource.ts'
import { exportFileWords } from '../../words/en/export/exportFile.ts'
import type { ExportSource } from './exportSource.ts'

/** How many records the export will have, null if that isn't known yet. */
export function expectedRows(source: ExportSource, all: boolean): number | null {
  if (source.kind === 'search') return all || source.shown === null ? source.total : source.shown.count
  return all ? null : source.rows.length
}

/** What the file will hold, in a sentence. */
export function contentWords(source: ExportSource, all: boolean): string {
  if (source.kind === 'rows') {
    if (all) return exportFileWords.allRowsOfQuery
    return source.isAtLimit ? exportFileWords.shown(source.rows.length) : exportFileWords.rowsOfAnswer
  }
  const { shown, total, totalIsEstimate, isUnsorted } = source
  const sentence =
    all || shown === null ? exportFileWords.allMatching(total, totalIsEstimate) : exportFileWords.shown(shown.count)
  return isUnsorted ? exportFileWords.notSorted(sentence) : sentence
}

/** What is shown and what there is besides, for the one who has to choose; null if there is nothing to choose. */
export interface ShownOrAll {
  readonly sentence: string
  /** What is shown; null if it can't be had as it is shown. */
  readonly these: string | null
  readonly all: string
  /** What was asked for: the other is the exception. */
  readonly usual: 'these' | 'all'
}

/** The choice between the rows shown and all: where a limit keeps out others, and where a server cut its answer. */
export function choiceOf(source: ExportSource): ShownOrAll | null {
  if (source.kind === 'rows') {
    if (source.getAll === null) return null
    const count = source.rows.length
    return {
      sentence: exportFileWords.cutHere(count),
      these: exportFileWords.exportThese(count),
      all: exportFileWords.getAndExportAll,
      usual: 'all',
    }
  }
  const { shown, total, totalIsEstimate } = source
  if (shown === null) return null
  const mayBeHad = canBeReadAgain(source) || rowsShown(source) !== null
  return {
    sentence: exportFileWords.limitedTo(shown.count, total, totalIsEstimate),
    these: mayBeHad ? exportFileWords.exportThese(shown.count) : null,
    all: exportFileWords.exportAll(totalIsEstimate ? null : total),
    usual: 'these',
  }
}

/** The rows that a limit lets through, if all of them are here. */
export function rowsShown({ shown }: Extract<ExportSource, { kind: 'search' }>): readonly Row[] | null {
  if (shown === null) return null
  const rows: Row[] = []
  for (let at = 0; at < shown.count; at += 1) {
    const row = wholeRow(shown.rows, at)
    if (row === undefined) return null
    rows.push(row)
  }
  return rows
}

/** Whether the same records come first when they are asked for again: best matches come in no fixed order. */
function canBeReadAgain({ plan: { query }, shown }: Extract<ExportSource, { kind: 'search' }>): boolean {
  return shown?.cutAt === null && (query.search === '' || query.sort.length > 0)
}
