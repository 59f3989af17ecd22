import type { QueryClient } from '@tanstack/react-query'

/** A field of a table. */
export interface KnownField {
  readonly resource: string
  readonly id: string
  readonly type: string
}

/** The fields of the tables of an instance whose records have been shown. Nothing is asked for them. */
export function knownFields(cache: QueryClient, instanceId: string): readonly KnownField[] {
  const found = new Map<string, KnownField>()
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: [instanceId, 'datastore_search'] })) {
    const resource = memberOf(queryKey[2], 'resource_id')
    const fields = memberOf(memberOf(state.data, 'answer'), 'fields')
    if (typeof resource !== 'string' || !Array.isArray(fields)) continue
    for (const field of fields) {
      const [id, type] = [memberOf(field, 'id'), memberOf(field, 'type')]
      if (typeof id !== 'string' || typeof type !== 'string') continue
      found.set(`${resource} ${id}`, { resource, id, type })
    }
  }
  return [...found.values()]
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
