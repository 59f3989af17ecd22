import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import type { ReadOptions, WholeAnswer } from '../../results/readStatement.ts'
import { exportWords } from '../../words/en/export.ts'
import type { Asked } from '../result/failure.ts'

/** What is exported: everything that a search matches, or the rows of a statement's answer. */
export type ExportSource =
  | {
      readonly kind: 'search'
      readonly client: ActionClient
      readonly query: Query
      readonly asked: Asked
      readonly total: number | null
      readonly totalIsEstimate: boolean
      /** The query has a sort that the server refuses. */
      readonly isUnsorted: boolean
      /** The rows that are here, if the server gives no more; they can be saved as they are. */
      readonly cut: { readonly fields: readonly Field[]; readonly rows: readonly Row[] } | null
    }
  | {
      readonly kind: 'rows'
      readonly fields: readonly Field[]
      readonly rows: readonly Row[]
      /** Where the server cut the rows; null if it didn't. */
      readonly cutAt: number | null
      /** Something shows that the rows are all, or where they were cut. */
      readonly isProven: boolean
      /** A sentence about columns that are missing. */
      readonly lost: string | null
      /** Loads the rows beyond the cut; null if there are none, or they can't be had. */
      readonly getAll: ((options: ReadOptions) => Promise<WholeAnswer>) | null
      readonly asked: Asked
    }

/** How many records the export will have, null if that isn't known yet. */
export function expectedRows(source: ExportSource, all: boolean): number | null {
  if (source.kind === 'search') return source.total
  return all ? null : source.rows.length
}

/** What the file will hold, in a sentence. */
export function contentWords(source: ExportSource, all: boolean): string {
  if (source.kind === 'rows') return all ? exportWords.allRowsOfQuery : exportWords.rowsOfAnswer
  const sentence = matchingWords(source)
  return source.isUnsorted ? exportWords.notSorted(sentence) : sentence
}

/** The count on the button, and the description of the button, which includes it. */
export function countOf(source: ExportSource): { readonly shown: string | undefined; readonly described: string } {
  if (source.kind === 'rows') {
    const { rows, cutAt, lost } = source
    const how = { isCut: cutAt !== null, lost }
    return { shown: exportWords.count(rows.length, how), described: exportWords.records(rows.length, how) }
  }
  const { query, total, totalIsEstimate: isEstimate } = source
  const shown = total === null ? undefined : exportWords.count(total, { isEstimate })
  if (isCutByLimit(total, query.limit)) return { shown, described: matchingWords(source) }
  return { shown, described: total === null ? exportWords.allRecords : exportWords.records(total, { isEstimate }) }
}

/** An export of a search has everything that matches, not only the records that the limit lets through. */
function matchingWords({ query, total, totalIsEstimate }: Extract<ExportSource, { kind: 'search' }>): string {
  return exportWords.allMatching(total, totalIsEstimate, isCutByLimit(total, query.limit) ? query.limit : null)
}

/** Whether more records match, or may match, than the limit shows. */
function isCutByLimit(total: number | null, limit: number | null): boolean {
  return limit !== null && (total === null || total > limit)
}
