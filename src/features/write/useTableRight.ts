import { isNamedCkan } from '../../instances/profile/questions/service.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { useToken } from '../../instances/tokens.ts'
import { learnReadOnly, useLock } from './locks.ts'

/** Whether a table may be changed as far as is known, or what is in the way. */
export type TableRight = 'mayChange' | 'readOnly' | 'tokenMayNot' | 'noToken'

/** Whether this person may change the table. CKAN is asked once whether it is read-only, if the token may write at all. */
export function useTableRight(instance: Instance, client: ActionClient, resource: string): TableRight {
  const { token } = useToken(instance)
  const isKnownNot = useProfile(client, ({ writes }) => writes === 'no')
  const hasCatalogue = useProfile(client, ({ service }) => isNamedCkan(service))
  const lock = useLock(client, resource)
  const isHere = instance.origin === 'embedded'
  const mayWrite = isHere || (token !== null && !isKnownNot)
  const { data: origin } = useQuery({
    // Not among what a change makes stale: where the data comes from stays.
    queryKey: ['origin of', client.identity, resource],
    queryFn: async ({ signal }) => originIn(await client.read('resource_show', { id: resource }, { signal })),
    enabled: mayWrite && hasCatalogue && UUID.test(resource),
    staleTime: Infinity,
  })
  useEffect(() => {
    if (origin === 'elsewhere') learnReadOnly(client, resource)
  }, [origin, client, resource])
  if (!mayWrite) return token === null ? 'noToken' : 'tokenMayNot'
  return lock === 'readOnly' ? 'readOnly' : 'mayChange'
}

/** Where the data of a resource comes from: it was put in by this API, or from a file or a link. */
function originIn(text: string): 'here' | 'elsewhere' {
  const shown = v.safeParse(v.object({ url_type: v.nullish(v.string(), '') }), JSON.parse(text))
  return !shown.success || shown.output.url_type === 'datastore' ? 'here' : 'elsewhere'
}

/** CKAN's ids of resources; an alias is none. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
