import { createProfiles } from '../../src/instances/profile/profiles.ts'
import type { ProfileStore } from '../../src/instances/profile/profile.ts'

/** The profile of a server of which nothing is known. */
export function unknownProfile(): ProfileStore {
  const connection = { baseUrl: 'http://a.example', prefix: '/api/3/action', tokenHeader: 'Authorization', token: null }
  return createProfiles({ device: null, tab: null }).of(connection)
}
