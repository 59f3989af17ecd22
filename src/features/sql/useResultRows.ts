import { useMemo } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { SqlAnswer } from '../../protocol/answers.ts'
import type { ReadOptions, WholeAnswer } from '../../results/readStatement.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import type { ResultExtent } from '../../rows/resultExtent.ts'
import { resultWords } from '../../words/en/result.ts'
import { gridColumns } from '../result/gridColumns.ts'
import type { StatusAction } from '../result/StatusBar.tsx'
import { running } from '../result/useResultTasks.ts'
import { useTask } from '../result/useTask.ts'
import { countSteady, readSteady } from './steadyAnswer.ts'
import { useAnswerExtent } from './useAnswerExtent.ts'
import { sortRefusalOf, useSortedAnswer } from './useSortedAnswer.ts'

/** The rows of an answer, or all that were got since, and what can be done if they are not all. */
export function useResultRows(good: AnsweredStatement | null, client: ActionClient) {
  const key = `${good?.at} ${good?.sql}`
  const whole = useTask<WholeAnswer>(key)
  const answer = whole.state.kind === 'done' ? whole.state.value.answer : (good?.answer ?? NO_ANSWER)
  const columns = useMemo(() => gridColumns(answer.fields), [answer])
  const count = useTask<number>(key)
  const counted = count.state.kind === 'done' ? count.state.value : null
  const { extent, isAsking } = useAnswerExtent(good, client, whole.state, counted)
  const sortRefusal = sortRefusalOf(extent, isAsking)
  const sorted = useSortedAnswer(good, answer, columns, sortRefusal === undefined)
  const mayGet = good !== null && extent !== null && !isAsking && canGetMore(extent)
  const getAll = mayGet ? (options: ReadOptions) => readSteady(client, good, options) : null
  const actions: StatusAction[] = []
  if (good !== null && getAll !== null) {
    actions.push({ title: resultWords.getAll(counted), onAct: () => whole.start(getAll) })
    if (counted === null) {
      const countRows = () => count.start(({ signal }) => countSteady(client, good.sql, signal))
      actions.push({ title: resultWords.countExactly, onAct: countRows })
    }
  }
  return {
    fields: answer.fields,
    lost: answer.lost,
    rows: sorted.rows,
    columns,
    sorted,
    sortRefusal,
    extent,
    isAsking,
    getAll,
    actions,
    task: running('gettingAll', whole) ?? running('counting', count),
    /** The task that failed; null if none did. */
    failed: whole.state.kind === 'failed' ? whole : count.state.kind === 'failed' ? count : null,
  }
}

export type ResultRows = ReturnType<typeof useResultRows>

/** Whether there are rows beyond those that are here, or may be. */
function canGetMore({ cut, proof }: ResultExtent): boolean {
  return cut === null ? proof !== 'shown' : cut.cause === 'serverCap' || cut.cause === 'silentCap'
}

const NO_ANSWER: SqlAnswer = { fields: [], rows: [], truncated: false, lost: [] }
