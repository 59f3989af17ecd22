import { jsonKind, jsonMembers, jsonToPlain, parseJsonText, type JsonText } from './jsonText.ts'

/** A refusal, by what the caller can do about it. */
export type ErrorKind = 'validation' | 'notFound' | 'notAuthorized' | 'sql' | 'badRequest' | 'server'

/**
 * A refusal by the service. Network failures stay `TypeError`, cancellations stay `AbortError`.
 * `fields` holds the messages per parameter; `message` is the one sentence worth showing, in the server's words.
 */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly kind: ErrorKind
  readonly status: number
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The body as it came, for "Show server text"; at most 10,000 characters. */
  readonly serverText: string

  constructor(init: {
    kind: ErrorKind
    status: number
    message: string
    fields?: Readonly<Record<string, readonly string[]>>
    serverText?: string
  }) {
    super(init.message)
    this.kind = init.kind
    this.status = init.status
    this.fields = init.fields ?? {}
    this.serverText = (init.serverText ?? '').slice(0, 10_000)
  }
}

/**
 * The result in an answer's body, as source text. Takes CKAN's envelope and, as interface.md shows no wrapper at all,
 * also an object that has `records` at its top. Everything else is thrown as an `ActionError`: refusals in the envelope,
 * bare JSON strings (CKAN's 400), HTML pages, broken JSON.
 */
export function readEnvelope(status: number, body: string): JsonText {
  let text: JsonText
  try {
    text = parseJsonText(body)
  } catch {
    throw notAnAnswer(status, body)
  }
  if (jsonKind(text) === 'string') {
    throw new ActionError({ kind: kindOf(status, ''), status, message: jsonToPlain(text), serverText: body })
  }
  if (jsonKind(text) !== 'object') throw notAnAnswer(status, body)
  const members = new Map(jsonMembers(text))
  const success = members.get('success')
  if (status < 400 && success !== 'false') {
    const result = members.get('result')
    if (result !== undefined) return result
    if (members.has('records')) return text
  }
  throw refusal(status, members.get('error'), body)
}

/** Whoever sent this is no action API, or one that fell over: a proxy, a login page, a wrong path prefix. */
function notAnAnswer(status: number, body: string): ActionError {
  const what = /^\s*</.test(body) ? 'a web page' : body.trim() === '' ? 'nothing' : 'something else'
  const remedy = status === 404 ? ' Check the base URL and the path prefix.' : ''
  return new ActionError({
    kind: 'server',
    status,
    message: `The server answered ${status} with ${what} where an answer of the action API was due.${remedy}`,
    serverText: body,
  })
}

function kindOf(status: number, type: string): ErrorKind {
  if (type === 'Authorization Error' || status === 401 || status === 403) return 'notAuthorized'
  if (type === 'Not Found Error' || status === 404) return 'notFound'
  if (type === 'Validation Error' || status === 409) return 'validation'
  if (status >= 500) return 'server'
  return 'badRequest'
}

function refusal(status: number, error: JsonText | undefined, body: string): ActionError {
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
  } else if (error !== undefined) message = jsonToPlain(error)
  const sql = original !== '' || 'query' in fields
  const first = Object.entries(fields)
    .flatMap(([name, messages]) => messages.map((m) => (name === 'query' ? m : `${name}: ${m}`)))
    .join('; ')
  return new ActionError({
    kind: sql ? 'sql' : kindOf(status, type),
    status,
    message: original || message || first || `The server answered ${status} and gave no reason.`,
    fields,
    serverText: body,
  })
}

/** CKAN puts PostgreSQL's own words into `info.orig`: a list of one, or (for a unique index) a string. */
function originalOf(info: JsonText): string {
  const value: unknown = JSON.parse(info)
  if (typeof value !== 'object' || value === null || !('orig' in value)) return ''
  const orig: unknown = Array.isArray(value.orig) ? value.orig[0] : value.orig
  return typeof orig === 'string' ? orig : ''
}

function messagesOf(value: JsonText): readonly string[] {
  const parsed: unknown = JSON.parse(value)
  if (!Array.isArray(parsed)) return [typeof parsed === 'string' ? parsed : value]
  return parsed.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}
