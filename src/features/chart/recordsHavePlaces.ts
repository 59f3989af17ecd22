import { hasPlaces } from '../../charts/places.ts'
import type { Field } from '../../protocol/field.ts'

/** Whether a chart of the records is a map: each record has a place, and there are no groups to count. */
export function recordsHavePlaces(fields: readonly Field[]): boolean {
  return hasPlaces(fields)
}
