import { jsonKind, jsonMembers, jsonToPlain, parseJsonText, quoteNotNumbers, type JsonText } from './jsonText.ts'
import { problemOf, problemText, type Problem } from './problem.ts'

/** A refusal, by what the caller can do about it. */
export type ErrorKind = 'validation' | 'notFound' | 'notAuthorized' | 'sql' | 'badRequest' | 'server'

/**
 * A refusal by the service. `fields` holds the messages per parameter. `message` is the server's own sentence; if it sent
 * none that the API has a form for, `problem` says what arrived instead.
 */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly kind: ErrorKind
  readonly status: number
  readonly problem: Problem | null
  /** CKAN's word for the kind of refusal (`__type`); empty if there is none. */
  readonly type: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The body as it came, for "Show server text"; at most 10,000 characters. */
  readonly serverText: string

  constructor(init: Refusal & ({ readonly message: string } | { readonly problem: Problem })) {
    super('message' in init ? init.message : problemText(init.problem))
    this.kind = init.kind
    this.status = init.status
    this.problem = 'problem' in init ? init.problem : null
    this.type = init.type ?? ''
    this.fields = init.fields ?? {}
    this.serverText = (init.serverText ?? '').slice(0, 10_000)
  }
}

interface Refusal {
  readonly kind: ErrorKind
  readonly status: number
  readonly type?: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly serverText?: string
}

/**
 * The result in an answer's body, as source text: from CKAN's envelope, or the body itself if it is an object with
 * `records` (protocol/README.md P2). Everything else is thrown as an `ActionError`: refusals in the envelope, bare JSON
 * strings, web pages, broken JSON. What has no form of the API gets the kind `server`. `retryAfter` is the header of that
 * name, in seconds.
 */
export function readEnvelope(status: number, body: string, retryAfter: number | null = null): JsonText {
  const problem = problemForStatus(status, retryAfter)
  let text: JsonText
  let members: Map<string, JsonText>
  try {
    ;[text, members] = checked(body.trim())
  } catch (cause) {
    throw notAnAnswer(status, body, problem, cause)
  }
  if (jsonKind(text) === 'string') {
    throw new ActionError({ kind: kindOf(status, ''), status, message: jsonToPlain(text), serverText: body })
  }
  const success = members.get('success')
  if (status < 400 && success !== 'false') {
    const result = members.get('result')
    if (result !== undefined) return result
    if (members.has('records')) return text
    if ((members.get('error') ?? 'null') === 'null') throw notAnAnswer(status, body, null, null)
  }
  if (jsonKind(text) !== 'object') throw notAnAnswer(status, body, null, null)
  throw refusal(status, members, body, problem)
}

/** Reading an object's members checks all of it; a body may have many megabytes, so it is not checked beforehand. */
function checked(text: string): [text: JsonText, members: Map<string, JsonText>] {
  try {
    return jsonKind(text) === 'object' ? [text, new Map(jsonMembers(text))] : [parseJsonText(text), new Map()]
  } catch (error) {
    const quoted = quoteNotNumbers(text)
    try {
      if (quoted !== text) return checked(quoted)
    } catch {
      // What is wrong is said of the text as it came.
    }
    throw error
  }
}

/** What a status means no matter who sent it; null if that depends on the sender. */
function problemForStatus(status: number, retryAfter: number | null): Problem | null {
  if (status === 413 || status === 414) return { code: 'requestTooLong', status }
  if (status === 429) return { code: 'tooManyRequests', retryAfter }
  if (status === 502 || status === 503) return { code: 'serverUnavailable', status, retryAfter }
  return status === 504 ? { code: 'proxyTimedOut' } : null
}

/** Not from an action API, or from one that broke: a proxy, a login page, a wrong path prefix. */
function notAnAnswer(status: number, body: string, problem: Problem | null, cause: unknown): ActionError {
  return new ActionError({
    kind: 'server',
    status,
    problem: problem ?? whatCame(status, body.trim(), cause),
    serverText: body,
  })
}

function whatCame(status: number, text: string, cause: unknown): Problem {
  if (status === 401 || status === 403) return { code: 'notLetIn', status }
  const reason = problemOf(cause)
  if (status < 400 && /^[{[]/.test(text) && reason.code === 'notJson') {
    return { code: 'answerBroken', fault: reason.fault }
  }
  if (status >= 400 && text !== '' && text.length <= 300 && !/^[<{[]/.test(text)) {
    return { code: 'plainTextAnswer', status, text: text.replace(/\s+/g, ' ').replace(/[.!]+$/, '') }
  }
  const body = text === '' ? 'isEmpty' : text.startsWith('<') ? 'isWebPage' : 'isOther'
  return { code: 'notAnAnswer', status, body }
}

function kindOf(status: number, type: string): ErrorKind {
  if (type === 'Authorization Error' || status === 401 || status === 403) return 'notAuthorized'
  if (type === 'Not Found Error' || status === 404) return 'notFound'
  if (type === 'Validation Error' || status === 409) return 'validation'
  if (status >= 500 || status === 413 || status === 414 || status === 429) return 'server'
  return 'badRequest'
}

function refusal(
  status: number,
  members: ReadonlyMap<string, JsonText>,
  body: string,
  problem: Problem | null,
): ActionError {
  const error = members.get('error')
  const fields: Record<string, readonly string[]> = {}
  let type = ''
  let message = ''
  let original = ''
  if (error !== undefined && jsonKind(error) === 'object') {
    for (const [name, value] of jsonMembers(error)) {
      if (name === '__type') type = jsonToPlain(value)
      else if (name === 'message') message = jsonToPlain(value)
      else if (name === 'info') original = originalOf(value)
      else fields[name] = messagesOf(value)
    }
  } else
    message = messagesOf(error ?? REASONS.map((name) => members.get(name)).find((value) => value !== undefined)).join(
      '; ',
    )
  const sql = original !== '' || 'query' in fields
  const first = Object.entries(fields)
    .flatMap(([name, messages]) => messages.map((m) => (name === 'query' ? m : `${name}: ${m}`)))
    .join('; ')
  const refused = { kind: sql ? ('sql' as const) : kindOf(status, type), status, type, fields, serverText: body }
  // A 429's body doesn't say how long to wait.
  const said = status === 429 ? '' : original || message || first
  if (said !== '') return new ActionError({ ...refused, message: said })
  return new ActionError({ ...refused, problem: problem ?? { code: 'noReasonGiven', status } })
}

/** CKAN puts PostgreSQL's own words into `info.orig`: a list of one, or (for a unique index) a string. */
function originalOf(info: JsonText): string {
  const value: unknown = JSON.parse(info)
  if (typeof value !== 'object' || value === null || !('orig' in value)) return ''
  const orig: unknown = Array.isArray(value.orig) ? value.orig[0] : value.orig
  return typeof orig === 'string' ? orig : ''
}

/** Where services other than CKAN put the reason for a refusal. */
const REASONS = ['message', 'detail', 'errors', 'title', 'reason'] as const

function messagesOf(value: JsonText | undefined): readonly string[] {
  if (value === undefined) return []
  const parsed: unknown = JSON.parse(value)
  if (!Array.isArray(parsed)) return [typeof parsed === 'string' ? parsed : value]
  return parsed.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}
