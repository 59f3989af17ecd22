import { ACCEPTED, NO_TOKEN, REFUSED, type TokenFound } from '../profile/facts/token.ts'
import type { ServiceFound } from '../profile/questions/service.ts'
import { checkToken } from '../profile/questions/token.ts'
import { refusalOf, searchPage } from '../profile/probing.ts'
import type { Asker, RawReply } from '../transport/asker.ts'
import type { Connection } from '../transport/connection.ts'
import { step, type Step } from './step.ts'

/** What the token is worth: also compares how the list of tables is answered with the token and without. */
export async function compareToken(
  ask: Asker,
  connection: Connection,
  service: ServiceFound,
  toNobody: RawReply,
  toBearer: RawReply | null,
): Promise<TokenFound> {
  if (connection.token === null || toBearer === null) return NO_TOKEN
  const isOpenToNobody = refusalOf(toNobody) === null
  const isOpenToBearer = refusalOf(toBearer) === null
  if (isOpenToBearer && (isRefusal(toNobody) || (sizeOf(toNobody) >= 0 && sizeOf(toBearer) > sizeOf(toNobody)))) {
    return ACCEPTED
  }
  if (isRefusal(toBearer) && isOpenToNobody) return REFUSED
  return checkToken(ask, connection, service)
}

/** Also one that a proxy before the API gives, in a form of its own. */
function isRefusal(reply: RawReply): boolean {
  return [401, 403].includes(reply.status)
}

/** How many records match; -1 if the answer does not say. */
function sizeOf(reply: RawReply): number {
  return searchPage(reply)?.total ?? -1
}

export function tokenStep({ token }: Connection, found: TokenFound): Step {
  if (token === null) return step('skipped', { code: 'noToken' })
  if (found.token === 'accepted') return step('ok', { code: 'tokenAccepted', user: found.user })
  return step('warning', { code: found.token === 'refused' ? 'tokenRefused' : 'tokenUnchecked' })
}
