import { TABLE_METADATA } from '../../../protocol/actions.ts'
import { readEnvelope } from '../../../protocol/envelope.ts'
import type { Asker, RawReply } from '../../transport/asker.ts'
import type { Connection } from '../../transport/connection.ts'
import { text, word } from '../fact.ts'
import { plainResult, refusalOf } from '../probing.ts'
import type { ServiceFound } from './service.ts'

export const tokenFacts = {
  /**
   * `refused`: the server takes a wrong token for none, so this person is anonymous. Used by the notice above the query,
   * the instance's dot and the card; Rowan's service says it in each answer, so it is noticed, too.
   */
  token: word('day', ['unknown', 'none', 'accepted', 'refused'], 'none'),
  /** Whether tables may be changed; if rights go by table, only trying shows it. Used by all that offers to write. */
  writes: word('day', ['unknown', 'yes', 'no'], 'yes'),
  /** The name that the server knows the bearer of the token by. Used by the card. */
  user: text('day'),
}

export interface TokenFound {
  readonly token: 'unknown' | 'none' | 'accepted' | 'refused'
  readonly writes: 'unknown' | 'yes' | 'no'
  readonly user: string | null
}

/** Without a token one reads as anybody. */
export const NO_TOKEN: TokenFound = { token: 'none', writes: 'no', user: null }
export const ACCEPTED: TokenFound = { token: 'accepted', writes: 'unknown', user: null }
/** The server takes no notice of it. */
export const REFUSED: TokenFound = { token: 'refused', writes: 'no', user: null }

export const UNCHECKED: TokenFound = { token: 'unknown', writes: 'unknown', user: null }

/** What a server says of the token in the header `TOKEN_SAID`; null if it says nothing of it. */
export function tokenFound(said: string | null): TokenFound | null {
  if (said === 'refused') return REFUSED
  return said === 'read' || said === 'write' ? { ...ACCEPTED, writes: said === 'write' ? 'yes' : 'no' } : null
}

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
  const read = await ask('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
  const said = tokenFound(read?.tokenSaid ?? null)
  if (said !== null) return said
  if (read?.status === 401) return REFUSED
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
  const [, major, minor] = /^CKAN (\d+)\.(\d+)/.exec(service ?? '') ?? []
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 11)
}
