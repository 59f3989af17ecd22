import * as v from 'valibot'
import type { TextStorage } from '../storage/browserStorage.ts'
import { keepValue, type KeepingProblem } from '../storage/keptValue.ts'
import { normalBaseUrl, normalPrefix, type Instance } from '../instances/instance.ts'

/** An instance that the user has added: kept on this device, without its origin. */
export type OwnInstance = Omit<Instance, 'origin'>

/** Where they are kept. */
export const INSTANCES_NAME = 'rowan.instances'

export const OwnInstances = v.array(
  v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    title: v.string(),
    // An address with more in it than a place, such as a user name, would lead elsewhere than it says.
    baseUrl: v.pipe(
      v.string(),
      v.check((baseUrl) => normalBaseUrl(baseUrl) === baseUrl),
    ),
    prefix: v.pipe(v.string(), v.transform(normalPrefix)),
    tokenHeader: v.string(),
    resource: v.nullable(v.string()),
  }),
)

const Stored = v.object({ version: v.literal(1), instances: OwnInstances })

/** The user's own instances in a storage. */
export function createOwnInstances(storage: TextStorage | null, onProblem: (problem: KeepingProblem) => void) {
  const kept = keepValue<v.InferOutput<typeof Stored>>({
    storage,
    name: INSTANCES_NAME,
    fallback: { version: 1, instances: [] },
    parse: (stored) => {
      const parsed = v.safeParse(Stored, stored)
      return parsed.success ? parsed.output : null
    },
    onProblem,
  })
  const change = (work: (now: readonly OwnInstance[]) => readonly OwnInstance[]) =>
    kept.change(({ instances }) => ({ version: 1, instances: [...work(instances)] }))
  return {
    get: (): readonly OwnInstance[] => kept.get().instances,
    subscribe: kept.subscribe,
    refresh: kept.refresh,
    /** Adds an instance, or replaces the one of that id. */
    save: (instance: OwnInstance) =>
      change((instances) =>
        instances.some(({ id }) => id === instance.id)
          ? instances.map((each) => (each.id === instance.id ? instance : each))
          : [...instances, instance],
      ),
    remove: (id: string) => change((instances) => instances.filter((instance) => instance.id !== id)),
  }
}
