import type { Asker } from '../../transport/asker.ts'
import { refusalOf } from '../probing.ts'

/**
 * Only an unknown action means that SQL is off: CKAN answers with a bare string (400), others with no such address.
 * Any other refusal may be about this statement.
 */
export async function askSql({ ask }: { readonly ask: Asker }): Promise<{ sql: 'on' | 'off' | 'refused' | 'unknown' }> {
  const reply = await ask('datastore_search_sql', { sql: 'SELECT 1 AS one' })
  if (reply === null) return { sql: 'unknown' }
  const refused = refusalOf(reply)
  if (refused === null) return { sql: 'on' }
  if (refused.kind === 'notAuthorized') return { sql: 'refused' }
  const isBareString = /^\s*"/.test(reply.body)
  const isOff = [404, 405, 501].includes(reply.status) || (reply.status === 400 && isBareString)
  return { sql: isOff ? 'off' : 'unknown' }
}
