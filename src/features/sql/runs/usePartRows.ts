import { useEffect } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { useTask } from '../../result/useTask.ts'
import { countSteady } from '../steadyAnswer.ts'
import { wholeCount } from '../useAnswerExtent.ts'
import type { ShownResult } from './shownResults.ts'

/** How many rows the part that was run gives, once that is known: of its answer, or counted if that may not hold all. */
export function usePartRows(results: readonly ShownResult[], client: ActionClient): number | null {
  const result = results.find(({ part }) => part !== null)
  const answer = result?.state === 'done' ? result.answer : null
  const whole = useProfile(client, (profile) => wholeCount(answer, profile))
  const count = useTask<number>(`${answer?.at} ${answer?.sql}`)
  const isDue = answer !== null && whole === null && count.state.kind === 'idle'
  useEffect(() => {
    if (isDue) count.start(({ signal }) => countSteady(client, answer.sql, signal))
  })
  return whole ?? (count.state.kind === 'done' ? count.state.value : null)
}
