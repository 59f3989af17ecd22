import { ActionError } from '../../protocol/envelope.ts'
import type { Profile } from '../profile/profile.ts'
import { NetworkError } from '../transport/networkError.ts'

/** Why a read has no answer: it was refused, or nothing came that the page may read. */
export type Refusal = ActionError | NetworkError

export function isFailure(error: unknown): error is Refusal {
  return error instanceof ActionError || error instanceof NetworkError
}

/** It answers as CKAN does, so it reads all usual forms and means what it says; Rowan's service is such a one. */
export function isCkan({ service, isLikeCkan }: Pick<Profile, 'service' | 'isLikeCkan'>): boolean {
  return service !== null || isLikeCkan === true
}

/**
 * Whether the same question may be answered in another form. Neither words nor status say so: a server may refuse what it
 * does not know in any of them. It is certain only of what no form mends: missing rights, trouble that passes, a broken
 * answer, a statement that the database has read, a reason that CKAN has a word for, a server that is not reached.
 */
export function mayBeAboutForm(error: unknown, known: Profile): error is Refusal {
  if (error instanceof NetworkError) return error.wasReached && !isCkan(known)
  if (!(error instanceof ActionError) || isFinal(error)) return false
  return !isCkan(known) || CKAN_REFUSES.has(error.status)
}

function isFinal({ kind, status, type, problem }: ActionError): boolean {
  if (kind === 'notAuthorized' || kind === 'sql' || OTHER_REASONS.has(type)) return true
  if (status === 401 || status === 403 || status === 429 || (status >= 502 && status <= 504)) return true
  return problem !== null && BROKEN.has(problem.code)
}

/** CKAN's words for what has nothing to do with the form of a query. */
const OTHER_REASONS: ReadonlySet<string> = new Set(['Authorization Error', 'Not Found Error', 'Internal Server Error'])

const BROKEN: ReadonlySet<string> = new Set([
  'answerBroken',
  'notRecords',
  'tooManyFields',
  'fieldWithoutId',
  'filtersIgnored',
])

/** Any other status of CKAN is no refusal of parameters. */
const CKAN_REFUSES: ReadonlySet<number> = new Set([200, 400, 409, 422])
