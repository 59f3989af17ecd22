import { refusalOf, searchPage, type Probing } from '../probing.ts'
import { ckanVersion, isAtLeast } from './service.ts'

/**
 * A server without such filters refuses them, or ignores them and sends a record. Not asked of one that may know no more than
 * the interface, nor of CKAN before 2.12, which has none.
 */
export async function askRangeFilters({ ask, table, isTold, service }: Probing): Promise<{
  rangeFilters: 'unknown' | 'yes' | 'no'
}> {
  if (table === null || !isTold) return { rangeFilters: 'unknown' }
  const version = ckanVersion(service)
  if (version !== null && !isAtLeast(version, [2, 12])) return { rangeFilters: 'no' }
  const { resource, field, least } = table
  const reply = await ask('datastore_search', { resource_id: resource, filters: { [field]: { lt: least } }, limit: 1 })
  if (reply === null) return { rangeFilters: 'unknown' }
  const refused = refusalOf(reply)
  // A refusal of the person or the table, or a server in trouble, says nothing about filters.
  if (refused !== null) return { rangeFilters: OF_THE_FILTER.has(refused.kind) ? 'no' : 'unknown' }
  return { rangeFilters: searchPage(reply)?.rows.length === 0 ? 'yes' : 'no' }
}

const OF_THE_FILTER: ReadonlySet<string> = new Set(['validation', 'badRequest', 'sql'])
