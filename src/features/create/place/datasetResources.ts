import * as v from 'valibot'
import type { ActionClient } from '../../../instances/client/actionClient.ts'

/** The resources of a dataset, as CKAN's `package_show` lists them. */
export async function resourcesOf(
  client: Pick<ActionClient, 'read'>,
  dataset: string,
  signal?: AbortSignal,
): Promise<readonly { readonly id: string; readonly name: string; readonly hasTable: boolean }[]> {
  const shown: unknown = JSON.parse(await client.read('package_show', { id: dataset }, { signal }))
  return v
    .parse(Dataset, shown)
    .resources.map(({ id, name, datastore_active: active }) => ({ id, name, hasTable: active === true }))
}

const Dataset = v.object({
  resources: v.array(
    v.object({ id: v.string(), name: v.nullish(v.string(), ''), datastore_active: v.optional(v.unknown()) }),
  ),
})
