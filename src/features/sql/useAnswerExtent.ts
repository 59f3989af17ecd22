import { useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { askedAt } from '../../instances/profile/profile.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { hasRowAfter, type WholeAnswer } from '../../results/readStatement.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { extentOfAnswer, type ResultExtent } from '../../rows/resultExtent.ts'
import { useTask, type TaskState } from '../result/useTask.ts'

/**
 * How far the rows go: those of the answer, or all that were read or counted since. If nothing shows whether the server
 * cut its answer, it is asked for the next row, once it is known what it can do.
 */
export function useAnswerExtent(
  good: AnsweredStatement | null,
  client: ActionClient,
  whole: TaskState<WholeAnswer>,
  counted: number | null,
): { readonly extent: ResultExtent | null; readonly isAsking: boolean } {
  const profile = useProfile(client)
  const next = useTask<boolean>(`${good?.at} ${good?.sql}`)
  const known = { isTold: profile.service !== null, rowCap: profile.rowCap, gave: profile.sqlGave ?? 0 }
  const isNext = next.state.kind === 'done' ? next.state.value : null
  const own = good === null ? null : extentOfAnswer(good.sql, good.answer, good.milliseconds, known, isNext)
  const isDue = own?.proof === 'open' && next.state.kind === 'idle' && askedAt(profile) !== null
  useEffect(() => {
    if (isDue && good !== null)
      next.start(({ signal }) => hasRowAfter(client, good.sql, good.answer.rows.length, signal))
  })
  const extent = own === null ? null : withRest(own, whole, counted)
  return { extent, isAsking: isDue || next.state.kind === 'running' }
}

function withRest(own: ResultExtent, whole: TaskState<WholeAnswer>, counted: number | null): ResultExtent {
  if (whole.kind === 'done') {
    const { answer, total, cut, milliseconds } = whole.value
    return { ...own, total, cut, milliseconds, rowCount: answer.rows.length, proof: cut === null ? 'shown' : 'none' }
  }
  if (counted === null) return own
  if (counted <= own.rowCount) return { ...own, total: counted, cut: null, proof: 'shown' }
  return { ...own, total: counted, cut: own.cut ?? { at: own.rowCount, cause: 'silentCap' }, proof: 'none' }
}
