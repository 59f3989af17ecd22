import type { Connection } from './transport/connection.ts'

/** Who asks which server: equal for equal connections, different for another token. Holds no secret, so it can be a cache key. */
export function identityOf({ baseUrl, prefix, tokenHeader, token }: Connection): string {
  const whole = JSON.stringify([baseUrl, prefix, tokenHeader, token])
  const known = identities.get(whole)
  if (known !== undefined) return known
  last += 1
  identities.set(whole, String(last))
  return String(last)
}

/** Forgets everybody who was known at an address: the map below holds their tokens. */
export function forgetIdentities({ baseUrl }: Pick<Connection, 'baseUrl'>): void {
  for (const whole of identities.keys()) if (whole.startsWith(`[${JSON.stringify(baseUrl)},`)) identities.delete(whole)
}

/** A number for each connection of this page. */
const identities = new Map<string, string>()
let last = 0
