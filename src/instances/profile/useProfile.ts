import { useSyncExternalStore } from 'react'
import type { Instance } from '../instance.ts'
import { useToken } from '../tokens.ts'
import { emptyProfile, type Profile, type ProfileStore } from './profile.ts'
import { profiles } from './profiles.ts'

/** What is known of the instance that a session or a client is for. */
export function useProfile({ profile }: { readonly profile: Pick<ProfileStore, 'get' | 'subscribe'> }): Profile {
  return useSyncExternalStore(profile.subscribe, profile.get, profile.get)
}

/** What is known of an instance for the person whose token is kept for it; nothing for no instance. */
export function useProfileOf(instance: Instance | null): Profile {
  const { token } = useToken(instance)
  return useProfile({ profile: instance === null ? NO_INSTANCE : profiles.kept({ ...instance, token }) })
}

const nothing = emptyProfile()
const NO_INSTANCE: Pick<ProfileStore, 'get' | 'subscribe'> = { get: () => nothing, subscribe: () => () => undefined }
