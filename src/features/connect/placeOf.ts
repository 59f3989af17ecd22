import { DEFAULT_PREFIX } from '../../protocol/actions.ts'
import type { Instance } from '../../instances/instance.ts'
import type { View } from '../../workspace/view.ts'

/**
 * How a view names an instance: not at all if it is the first one and was not added by the user, else by base URL, and
 * by prefix if that is not the usual one or another instance has the same base URL.
 */
export function placeOf(instance: Instance, instances: readonly Instance[]): Pick<View, 'base' | 'prefix'> {
  if (instance.origin !== 'own' && instances[0]?.id === instance.id) return { base: null, prefix: null }
  const alone = instances.every((other) => other.id === instance.id || other.baseUrl !== instance.baseUrl)
  const usual = instance.prefix === DEFAULT_PREFIX && alone
  return { base: instance.baseUrl, prefix: usual ? null : instance.prefix }
}
