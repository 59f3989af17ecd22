import { TABLE_METADATA } from '../../protocol/actions.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Profile } from '../profile/profile.ts'
import type { Kind, SentQuery, Way } from '../transport/requestEncoding.ts'
import { isLimitOpen, openNames, type Params } from './knownParams.ts'
import { isCkan, mayBeAboutForm, type Refusal } from './refusal.ts'

/** How a query is sent if the usual way is refused. */
export interface Form {
  readonly way?: Way | undefined
  readonly prefix?: string
}

/** The ways in which a query of each kind can be sent, in the order in which they are tried. */
const LADDER: Readonly<Record<Kind, readonly Way[]>> = {
  url: ['url', 'json'],
  filters: ['url', 'json'],
  sql: ['url', 'json'],
  form: ['form', 'json', 'url'],
  json: ['json', 'url'],
  sqlJson: ['json', 'url'],
  longJson: ['json', 'url'],
}

/**
 * The ways that are left to try after a refusal: none if it isn't about the way, as such a query has been read in it, or if
 * something else in the query is still suspected, which is tried first.
 */
export function waysLeft(
  error: Refusal,
  { usual, way }: SentQuery,
  { params, isTable }: { readonly params: Params; readonly isTable: boolean },
  known: Profile,
): readonly Way[] {
  const others = LADDER[usual].filter((each) => each !== way)
  const status = error instanceof ActionError ? error.status : 0
  if (TOO_LONG.has(status)) {
    // What is too long as a form is too long as JSON, and no address is shorter than another.
    return way === 'url' ? others.filter((each) => each !== 'form') : others.filter((each) => each === 'url')
  }
  const isRefused = WAY_REFUSED.has(status) && !isRead(usual, params, known)
  // The rest is not promised by the interface, or known to be read in every way.
  if (!isTable || isCkan(known) || params['resource_id'] === TABLE_METADATA) return isRefused ? others : []
  if (!mayBeAboutForm(error, known) || isRead(usual, params, known)) return []
  const isOther = openNames(params, known).length > 0 || isLimitOpen(params, known)
  return isOther && !isRefused ? [] : others
}

const TOO_LONG: ReadonlySet<number> = new Set([411, 413, 414, 431])

/** The method or the kind of body is not taken. */
const WAY_REFUSED: ReadonlySet<number> = new Set([405, 415, 501])

/** Whether the status itself says that it is the way. */
export function isAboutWay({ status }: ActionError): boolean {
  return TOO_LONG.has(status) || WAY_REFUSED.has(status)
}

/** Whether this server has read such a query in the way that it is sent. */
function isRead(kind: Kind, params: Params, { reads }: Profile): boolean {
  return lengthOf(kind, params) <= (reads[kind] ?? -1)
}

/** How long a query of that kind is, in characters; 0 where it is too short to matter. */
export function lengthOf(kind: Kind, params: Params): number {
  return kind === 'form' || kind === 'longJson' ? JSON.stringify(params).length : 0
}
