import { useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { askedAt, type Profile } from '../../instances/profile/profile.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { hasRowAfter, type WholeAnswer } from '../../results/readStatement.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { extentOfAnswer } from '../../rows/answerExtent.ts'
import type { ResultExtent } from '../../rows/resultExtent.ts'
import { prepareParser } from '../copyAs/prepareParser.ts'
import { checkSteadyCount } from '../copyAs/steadyStatement.ts'
import { useTask, type TaskState } from '../result/useTask.ts'

/**
 * How far the rows go: those of the answer, or all that were read or counted since. If nothing shows whether the server
 * cut its answer, it is asked for the next row, once it is known what it can do; but not if another run may give another
 * number of rows, as that would show nothing.
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
      next.start(async ({ signal }) => {
        prepareParser()
        await checkSteadyCount(good.sql)
        return hasRowAfter(client, good.sql, good.answer.rows.length, signal)
      })
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
    const rowCount = answer.rows.length
    const proof = cut === null ? 'shown' : 'none'
    return { ...own, total: cut === null ? totalOf(own, total) : total, cut, milliseconds, rowCount, proof }
  }
  if (counted === null) return own
  if (counted <= own.rowCount) return { ...own, total: totalOf(own, counted), cut: null, proof: 'shown' }
  return { ...own, total: counted, cut: own.cut ?? { at: own.rowCount, cause: 'silentCap' }, proof: 'none' }
}

/** All records, unless the statement's own limit may have kept out others. */
function totalOf({ limit }: ResultExtent, counted: number): number | null {
  return counted === limit ? null : counted
}
