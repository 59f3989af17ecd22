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
 * bare JSON strings (CKAN's 400), HTML pages, broken JSON; all that is in no form of the API has the kind `server`.
 * `retryAfter` is what the header of that name asks for, in seconds.
 */
export function readEnvelope(status: number, body: string, retryAfter: number | null = null): JsonText {
  const words = wordsForStatus(status, retryAfter)
  let text: JsonText
  let members: Map<string, JsonText>
  try {
    text = body.trim()
    // Reading an object's members checks all of it; a body may have many megabytes, so it is not checked beforehand.
    members = new Map(jsonKind(text) === 'object' ? jsonMembers(text) : [])
    if (jsonKind(text) !== 'object') text = parseJsonText(text)
  } catch (problem) {
    throw notAnAnswer(status, body, words, problem)
  }
  if (jsonKind(text) === 'string') {
    throw new ActionError({ kind: kindOf(status, ''), status, message: jsonToPlain(text), serverText: body })
  }
  const success = members.get('success')
  if (status < 400 && success !== 'false') {
    const result = members.get('result')
    if (result !== undefined) return result
    if (members.has('records')) return text
    if (!members.has('error')) throw notAnAnswer(status, body, null, null)
  }
  if (jsonKind(text) !== 'object') throw notAnAnswer(status, body, null, null)
  throw refusal(status, members, body, words)
}

/** What a status says on its own, whoever sent it; null where its meaning is the sender's. */
function wordsForStatus(status: number, retryAfter: number | null): string | null {
  const again = `Try again ${retryAfter === null ? 'in a moment' : `in ${durationOf(retryAfter)}`}.`
  if (status === 413 || status === 414) {
    return `The request is longer than this server, or a proxy before it, takes (${status}). Ask with fewer values or a shorter statement, or send fewer records at a time.`
  }
  if (status === 429) return `This server takes no more requests for now (429). ${again}`
  if (status === 502 || status === 503)
    return `The server, or a proxy before it, can't answer for now (${status}). ${again}`
  if (status === 504) return 'The proxy before the server waited too long for it (504). Ask for less, or try again.'
  return null
}

function durationOf(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return seconds <= 5400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}

/** Whoever sent this is no action API, or one that fell over: a proxy, a login page, a wrong path prefix. */
function notAnAnswer(status: number, body: string, words: string | null, problem: unknown): ActionError {
  const message = words ?? `${whatCame(status, body, problem)}${remedyFor(status, body)}`
  return new ActionError({ kind: 'server', status, message, serverText: body })
}

function whatCame(status: number, body: string, problem: unknown): string {
  const text = body.trim()
  if (status === 401 || status === 403)
    return `The server, or a proxy before it, does not let this request in (${status}).`
  if (status < 400 && /^[{[]/.test(text) && problem instanceof SyntaxError) {
    return `The server's answer is not whole: ${problem.message}.`
  }
  if (status >= 400 && text !== '' && text.length <= 300 && !/^[<{[]/.test(text)) {
    return `The server answered ${status}: ${text.replace(/\s+/g, ' ').replace(/[.!]+$/, '')}.`
  }
  const what = text === '' ? 'nothing' : text.startsWith('<') ? 'a web page' : 'something else'
  return `The server answered ${status} with ${what} where an answer of the action API was due.`
}

function remedyFor(status: number, body: string): string {
  if (status === 401 || status === 403) return ' Check the address, and the API token if it needs one.'
  if (status === 404) return ' Check the base URL and the path prefix.'
  if (status >= 400) return ''
  if (/^\s*</.test(body))
    return ' It may be a login page, or the path prefix is wrong: open the address in a tab to see it.'
  return /^\s*[{[]/.test(body) ? ' It may have been cut on the way. Try again, or ask for fewer records.' : ''
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
  words: string | null,
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
    message = messagesOf(error ?? WORDS.map((name) => members.get(name)).find((value) => value !== undefined)).join(
      '; ',
    )
  const sql = original !== '' || 'query' in fields
  const first = Object.entries(fields)
    .flatMap(([name, messages]) => messages.map((m) => (name === 'query' ? m : `${name}: ${m}`)))
    .join('; ')
  return new ActionError({
    kind: sql ? 'sql' : kindOf(status, type),
    status,
    // How long to wait is nowhere in a body.
    message:
      (status === 429 && words) ||
      original ||
      message ||
      first ||
      words ||
      `The server answered ${status} and gave no reason.`,
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

/** Where services that are not CKAN put the reason of a refusal. */
const WORDS = ['message', 'detail', 'errors', 'title', 'reason'] as const

function messagesOf(value: JsonText | undefined): readonly string[] {
  if (value === undefined) return []
  const parsed: unknown = JSON.parse(value)
  if (!Array.isArray(parsed)) return [typeof parsed === 'string' ? parsed : value]
  return parsed.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}
