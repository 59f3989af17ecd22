import { TABLE_METADATA } from '../../../protocol/actions.ts'
import { readEnvelope } from '../../../protocol/envelope.ts'
import type { Asker, RawReply } from '../../transport/asker.ts'
import type { Connection } from '../../transport/connection.ts'
import { ACCEPTED, NO_TOKEN, REFUSED, tokenFound, UNCHECKED, type TokenFound } from '../facts/token.ts'
import { plainResult, refusalOf } from '../probing.ts'
import { ckanVersion, isAtLeast, type ServiceFound } from './service.ts'

/**
 * Whether the server knows the bearer of the token. Reading alone does not show it, as a wrong token reads as none, so
 * the server is asked who that is. Rowan's service says it in a header of each answer. CKAN has `user_show` without an id
 * (from 2.11; before, it is refused to everybody) and, if activities are shown, `dashboard_new_activities_count`, which
 * answers anybody but strangers.
 */
export async function checkToken(
  ask: Asker,
  { token }: Pick<Connection, 'token'>,
  service: ServiceFound,
): Promise<TokenFound> {
  if (token === null) return NO_TOKEN
  // No CKAN says it in an answer to a search.
  if (ckanVersion(service.name) === null) {
    const read = await ask('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
    const said = tokenFound(read?.tokenSaid ?? null)
    if (said !== null) return said
    if (read?.status === 401) return REFUSED
  }
  if (!service.isTold || /^Rowan\b/.test(service.name ?? '')) return UNCHECKED
  const shown = await ask('user_show', {})
  const user = plainResult(shown)?.['name']
  if (typeof user === 'string') return { ...ACCEPTED, user }
  const counted = await ask('dashboard_new_activities_count', {})
  if (counted === null) return UNCHECKED
  const refused = refusalOf(counted)
  if (refused === null) return isNumber(counted) ? ACCEPTED : UNCHECKED
  if (refused.kind === 'notAuthorized') return REFUSED
  const isKnownToTell = shown !== null && [403, 404].includes(shown.status) && knowsTheBearer(service.name)
  return isKnownToTell ? REFUSED : UNCHECKED
}

function isNumber({ status, body }: RawReply): boolean {
  return /^\d+$/.test(readEnvelope(status, body))
}

/** From CKAN 2.11 on `user_show` without an id is about the bearer. */
function knowsTheBearer(service: string | null): boolean {
  return isAtLeast(ckanVersion(service), [2, 11])
}
