import type { Profile } from '../../instances/profile/profile.ts'
import { ckanVersion, isAtLeast } from '../../instances/profile/questions/service.ts'
import type { Field } from '../../protocol/field.ts'

/**
 * Whether a search leaves out what times of these fields have below a second: CKAN before 2.12 does so of a `timestamp`, and
 * of no other type.
 */
export function cutsTimes({ service }: Pick<Profile, 'service'>, fields: readonly Pick<Field, 'type'>[]): boolean {
  const version = ckanVersion(service)
  return version !== null && !isAtLeast(version, [2, 12]) && fields.some(({ type }) => type === 'timestamp')
}

/** Whether a search is known to give times of these fields as they are stored. */
export function sendsWholeTimes(profile: Pick<Profile, 'service'>, fields: readonly Pick<Field, 'type'>[]): boolean {
  return /^(?:CKAN|Rowan)\b/.test(profile.service ?? '') && !cutsTimes(profile, fields)
}
