import type { Profile } from './profile.ts'

/** Whether the service beside this explorer answers: it takes names of tables, and ends the statement of who has gone. */
export function isRowan({ service }: Pick<Profile, 'service'>): boolean {
  return service?.startsWith('Rowan') === true
}
