import { cleanToken, parseAddress, type Connection } from '../client/connection.ts'
import { DEFAULT_PREFIX } from '../protocol/actions.ts'

/** What stands in the fields of the connection dialog. */
export interface ConnectionForm {
  readonly name: string
  readonly baseUrl: string
  readonly prefix: string
  readonly token: string
  readonly tokenHeader: string
  readonly remember: boolean
  /** The table whose page was pasted as address; opened first. */
  readonly resource: string | null
}

export const emptyForm: ConnectionForm = {
  name: '',
  baseUrl: '',
  prefix: DEFAULT_PREFIX,
  token: '',
  tokenHeader: 'Authorization',
  remember: false,
  resource: null,
}

/** What is wrong with a field and what to do, in words; a field that is fine is not named. */
export type FormProblems = Readonly<Partial<Record<'baseUrl' | 'prefix' | 'token' | 'tokenHeader', string>>>

/** What was done to the text of a field, in words. */
export type FormNotices = Readonly<Partial<Record<'baseUrl' | 'prefix' | 'token', string>>>

/**
 * The form with its address taken apart: what belongs to the path prefix goes there, a page's path is dropped, a table's
 * id is kept as the one to open. The notice says what was taken off; an address that is none stays as it is.
 */
export function takeAddressApart(form: ConnectionForm): { form: ConnectionForm; notice: string | null } {
  const parsed = parseAddress(form.baseUrl)
  if (!parsed.ok) return { form, notice: null }
  const typed = form.baseUrl.trim()
  const next = {
    ...form,
    baseUrl: parsed.baseUrl,
    prefix: parsed.prefix ?? form.prefix,
    resource: parsed.resource ?? form.resource,
  }
  const rest = typed.startsWith(parsed.baseUrl) ? typed.slice(parsed.baseUrl.length).replace(/^\/$/, '') : ''
  const said = [
    rest === '' ? null : `Taken off: ${rest}`,
    parsed.prefix !== null ? `The path prefix is now ${parsed.prefix}` : null,
    parsed.resource !== null ? 'The table of that page opens first' : null,
  ].filter((words) => words !== null)
  return { form: next, notice: said.length === 0 ? null : `${said.join('. ')}.` }
}

/** The form with the bare token; the notice says what was taken off. */
export function takeTokenApart(form: ConnectionForm): { form: ConnectionForm; notice: string | null } {
  const { token, removed } = cleanToken(form.token)
  return { form: { ...form, token }, notice: removed }
}

/**
 * The connection and name that the form stands for, or what is wrong with it. A prefix without its first slash or with a
 * last one is put right; an empty name is the host's.
 */
export function readForm(
  form: ConnectionForm,
): { ok: true; name: string; connection: Connection; resource: string | null } | { ok: false; problems: FormProblems } {
  const taken = takeAddressApart(form).form
  const parsed = parseAddress(taken.baseUrl)
  const prefix = `/${taken.prefix.trim()}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const tokenHeader = taken.tokenHeader.trim()
  const { token } = cleanToken(taken.token)
  const problems: Record<string, string> = {}
  if (!parsed.ok) problems['baseUrl'] = parsed.problem
  if (!/^(\/[\w.~%-]+)*$/.test(prefix)) {
    problems['prefix'] = `The prefix is a path without blanks, such as ${DEFAULT_PREFIX}.`
  }
  if (!HEADER_NAME.test(tokenHeader)) {
    problems['tokenHeader'] = 'A header has a name of letters, digits and hyphens, such as Authorization.'
  }
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(token)) {
    problems['token'] = 'The token holds a character that cannot be sent. Copy it again from the site.'
  }
  if (!parsed.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    name: taken.name.trim() || new URL(parsed.baseUrl).host,
    connection: { baseUrl: parsed.baseUrl, prefix, tokenHeader, token: token === '' ? null : token },
    resource: taken.resource,
  }
}

/** Both addresses lead to the same origin; a token is never taken from one to another. */
export function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}

/** The characters of an HTTP header's name (RFC 9110, token). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
