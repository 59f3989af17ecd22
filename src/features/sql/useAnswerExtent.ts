import { useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { askedAt, type Profile } from '../../instances/profile/profile.ts'
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
  const isTold = useProfile(client, ({ service }) => service !== null)
  const rowCap = useProfile(client, (profile) => profile.rowCap)
  const gave = useProfile(client, ({ sqlGave }) => sqlGave ?? 0)
  const isProbed = useProfile(client, (profile) => askedAt(profile) !== null)
  const next = useTask<boolean>(`${good?.at} ${good?.sql}`)
  const known = { isTold, rowCap, gave }
  const isNext = next.state.kind === 'done' ? next.state.value : null
  const own = good === null ? null : extentOfAnswer(good.sql, good.answer, good.milliseconds, known, isNext)
  const isDue = own?.proof === 'open' && next.state.kind === 'idle' && isProbed
  useEffect(() => {
    if (isDue && good !== null)
      next.start(({ signal }) => hasRowAfter(client, good.sql, good.answer.rows.length, signal))
  })
  const extent = own === null ? null : withRest(own, whole, counted)
  return { extent, isAsking: isDue || next.state.kind === 'running' }
}

/** How many rows an answer has, if it shows by itself that it is whole. */
export function wholeCount(
  good: AnsweredStatement | null,
  { service, rowCap, sqlGave }: Pick<Profile, 'service' | 'rowCap' | 'sqlGave'>,
): number | null {
  if (good === null) return null
  const known = { isTold: service !== null, rowCap, gave: sqlGave ?? 0 }
  const { rowCount, cut, proof } = extentOfAnswer(good.sql, good.answer, good.milliseconds, known, null)
  return cut === null && proof === 'shown' ? rowCount : null
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
