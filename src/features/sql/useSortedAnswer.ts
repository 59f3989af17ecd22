import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { GridColumn } from '../../grid/columns/useGridColumns.ts'
import type { Row, SqlAnswer } from '../../protocol/answers.ts'
import type { Sort } from '../../query/query.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import type { ResultExtent } from '../../rows/resultExtent.ts'
import { sortedRows } from '../../rows/sortedRows.ts'
import { keepOnReload, takeKept } from '../../workspace/reloadInPlace.ts'
import { sqlWords } from '../../words/en/sql.ts'

/**
 * The rows of an answer in the order that its headers were last pressed for; each answer begins without one, but for that
 * after a reload in place. `answer` may have more rows than came with the run.
 */
export function useSortedAnswer(
  good: AnsweredStatement | null,
  answer: SqlAnswer,
  columns: readonly GridColumn[],
  isWhole: boolean,
) {
  const key = `${good?.at} ${good?.sql}`
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly Sort[]>>(NONE_CHOSEN)
  const choose = (next: readonly Sort[]) => setChosen((all) => new Map(all).set(key, next))
  const [kept, setKept] = useState(() => takeKept('answer'))
  if (kept !== null && good !== null) {
    setKept(null)
    if (kept.sql === good.sql) choose(kept.sort)
  }
  const sort = isWhole ? (chosen.get(key) ?? UNSORTED) : UNSORTED
  const rows = useMemo<readonly Row[]>(() => {
    const places = sort.map(({ field, descending }) => ({
      place: columns.findIndex(({ id }) => id === field),
      descending,
    }))
    return sortedRows(answer, places)
  }, [answer, columns, sort])
  const read = useEffectEvent(() => (good === null || sort.length === 0 ? null : { sql: good.sql, sort }))
  useEffect(() => keepOnReload('answer', () => read()), [])
  return { rows, sort, sortBy: choose }
}

/** Why pressing a header would not sort the answer to a statement; null if it does. */
export function sortRefusalOf(extent: ResultExtent | null, isAsking: boolean): string | undefined {
  const words = sqlWords.sort
  if (extent?.cut) return extent.cut.cause === 'memory' ? words.tooMany : words.cut(extent.cut.at)
  if (extent === null || extent.proof === 'shown') return undefined
  return isAsking ? words.stillAsking : words.perhapsMore
}

const UNSORTED: readonly Sort[] = []

const NONE_CHOSEN: ReadonlyMap<string, readonly Sort[]> = new Map()
