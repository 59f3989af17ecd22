import type { QueryClient } from '@tanstack/react-query'
import { forgetIdentities } from '../../../instances/identity.ts'
import { forgetSeen } from '../../../workspace/firstSeen.ts'
import { forgetAnswers } from '../../../results/sqlRuns.ts'
import { profiles } from '../../../instances/profile/profiles.ts'
import type { Instance } from '../../../instances/instance.ts'
import { forgetToken } from '../../../instances/tokens.ts'
import { removeInstance } from '../../../workspace/knownInstances.ts'

/** Forgets an instance's token and all that was read and found out with it. */
export function forgetInstanceToken(cache: QueryClient, instance: Instance): void {
  forgetToken(instance.id)
  forgetFound(cache, instance)
  void loadHistory().then(({ runHistory }) => runHistory.forgetRows(instance.id))
}

/** Removes an own instance with its token, its drafts and all that was read of it and found out about it. */
export function forgetInstance(cache: QueryClient, instance: Instance): void {
  removeInstance(instance.id)
  forgetFound(cache, instance)
  forgetSeen(instance.baseUrl)
  void loadHistory().then(({ runHistory }) => runHistory.forget(instance.id))
}

const loadHistory = () => import('../../../workspace/history/history.ts')

function forgetFound(cache: QueryClient, instance: Instance): void {
  forgetAnswers(cache, instance.id)
  profiles.forget(instance)
  forgetIdentities(instance)
}
