import { useSyncExternalStore } from 'react'
import type { Instance } from '../instance.ts'
import { useToken } from '../tokens.ts'
import { emptyProfile, type Profile, type ProfileStore } from './profile.ts'
import { profiles } from './profiles.ts'

/**
 * What `select` takes from what is known of the instance of a session or a client: an answer teaches several facts one by
 * one, and only a change of that value draws again. It must be the same for the same profile, so no object made for it.
 */
export function useProfile<Value>(
  { profile }: { readonly profile: Pick<ProfileStore, 'get' | 'subscribe'> },
  select: (profile: Profile) => Value,
): Value {
  const selected = () => select(profile.get())
  return useSyncExternalStore(profile.subscribe, selected, selected)
}

/** The same of an instance for the person whose token is kept for it; nothing is known of no instance. */
export function useProfileOf<Value>(instance: Instance | null, select: (profile: Profile) => Value): Value {
  const { token } = useToken(instance)
  return useProfile({ profile: instance === null ? NO_INSTANCE : profiles.kept({ ...instance, token }) }, select)
}

const nothing = emptyProfile()
const NO_INSTANCE: Pick<ProfileStore, 'get' | 'subscribe'> = { get: () => nothing, subscribe: () => () => undefined }
