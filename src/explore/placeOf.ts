import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import type { Instance } from '../state/instances.ts'
import type { View } from '../state/view.ts'

/**
 * How a view names an instance: not at all where it is the first and not of the user's making, else by base URL, and by
 * prefix where that is not the usual one or would not tell it from another.
 */
export function placeOf(instance: Instance, instances: readonly Instance[]): Pick<View, 'base' | 'prefix'> {
  if (instance.origin !== 'own' && instances[0]?.id === instance.id) return { base: null, prefix: null }
  const alone = instances.every((other) => other.id === instance.id || other.baseUrl !== instance.baseUrl)
  const usual = instance.prefix === DEFAULT_PREFIX && alone
  return { base: instance.baseUrl, prefix: usual ? null : instance.prefix }
}
