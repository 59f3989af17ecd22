import type { QueryClient } from '@tanstack/react-query'
import { forgetIdentities } from '../client/actionClient.ts'
import { forgetAnswers } from '../client/queries.ts'
import { forgetCapabilities } from '../state/capabilities.ts'
import type { Instance } from '../state/instances.ts'
import { forgetToken } from '../state/tokens.ts'
import { removeInstance } from '../state/workspace.ts'

/** Forgets an instance's token and all that was read and found out with it. */
export function forgetInstanceToken(cache: QueryClient, instance: Instance): void {
  forgetToken(instance.id)
  forgetFound(cache, instance)
}

/** Removes an own instance with its token, its drafts and all that was read of it and found out about it. */
export function forgetInstance(cache: QueryClient, instance: Instance): void {
  removeInstance(instance.id)
  forgetFound(cache, instance)
}

function forgetFound(cache: QueryClient, instance: Instance): void {
  forgetAnswers(cache, instance.id)
  forgetCapabilities(instance)
  forgetIdentities(instance)
}
