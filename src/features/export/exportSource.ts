import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import type { Plan } from '../../results/plan/plan.ts'
import type { ReadOptions, WholeAnswer } from '../../results/readStatement.ts'
import type { Records } from '../../results/useRecords.ts'
import type { RowSource } from '../../rows/rowSource.ts'
import { exportWords } from '../../words/en/export/export.ts'
import type { Asked } from '../result/failure.ts'

/** What is exported: what a search shows or everything that it matches, or the rows of a statement's answer. */
export type ExportSource =
  | {
      readonly kind: 'search'
      readonly plan: Plan
      /** What goes into the file of the columns that the query asks for; null is all. */
      readonly columns: readonly string[] | null
      readonly asked: Asked
      readonly total: number | null
      readonly totalIsEstimate: boolean
      /** The rows shown, and how many of them a limit lets through that keeps out others; null if it keeps out none. */
      readonly shown: { readonly rows: RowSource; readonly count: number; readonly cutAt: number | null } | null
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
      /** The statement's own limit lets through no more, and others may match. */
      readonly isAtLimit: boolean
      /** A sentence about columns that are missing. */
      readonly lost: string | null
      /** Loads the rows beyond the cut; null if there are none, or they can't be had. */
      readonly getAll: ((options: ReadOptions) => Promise<WholeAnswer>) | null
      readonly asked: Asked
    }

/** The description of the button, and on it how many records of a cut answer there are. */
export function countOf(source: ExportSource): { readonly shown?: string; readonly described: string } {
  if (source.kind === 'rows') {
    const { rows, cutAt, lost } = source
    const how = { isCut: cutAt !== null, lost }
    const described = exportWords.records(rows.length, how)
    return cutAt === null ? { described } : { shown: exportWords.cut(rows.length), described }
  }
  const { shown, total, totalIsEstimate: isEstimate } = source
  if (shown !== null) return { described: exportWords.shownRecords(shown.count, total) }
  return { described: total === null ? exportWords.allRecords : exportWords.records(total, { isEstimate }) }
}

/** What a limit lets through, if more records match, or may match. */
export function shownByLimit({ limit, total, rowCount, rowCountIsKnown, cut, rows }: Records) {
  const isAll = limit === null || (total !== null && total <= limit)
  if (isAll || (cut === null && rowCountIsKnown && rowCount < limit)) return null
  return { rows, count: cut?.at ?? Math.min(limit, rowCount), cutAt: cut?.at ?? null }
}
