import { text, word } from '../fact.ts'

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
