import { isCkan } from '../../instances/client/refusal.ts'
import { isRowan } from '../../instances/profile/isRowan.ts'
import type { Profile } from '../../instances/profile/profile.ts'
import type { Dialect } from '../../sql/dialect.ts'

/** What a server lets through, by what it says that it is. */
export function dialectOf(profile: Profile): Dialect {
  if (isRowan(profile)) return 'rowan'
  return isCkan(profile) ? 'ckan' : 'any'
}
