import {
  cleanToken,
  parseAddress,
  type AddressProblem,
  type Connection,
} from '../../../instances/transport/connection.ts'
import { DEFAULT_PREFIX } from '../../../protocol/actions.ts'
import { connectionWords } from '../../../words/en/connect/connection.ts'

/** The contents of the connection dialog's fields. */
export interface ConnectionForm {
  readonly name: string
  readonly baseUrl: string
  readonly prefix: string
  readonly token: string
  readonly tokenHeader: string
  readonly remember: boolean
  /** The table whose page was pasted as address; opened first. */
  readonly resource: string | null
  /** What the address that was taken apart last has put into other fields; null before one was. */
  readonly taken: TakenAddress | null
}

export interface TakenAddress {
  /** What it left in the field of the address. */
  readonly baseUrl: string
  /** The prefix it brought, or null. */
  readonly prefix: string | null
  /** The prefix that stood there before any address brought one. */
  readonly prefixBefore: string
}

export const emptyForm: ConnectionForm = {
  name: '',
  baseUrl: '',
  prefix: DEFAULT_PREFIX,
  token: '',
  tokenHeader: 'Authorization',
  remember: false,
  resource: null,
  taken: null,
}

/** What is wrong with a field and what to do, in words; a field that is fine is not named. */
export type FormProblems = Readonly<Partial<Record<'baseUrl' | 'prefix' | 'token' | 'tokenHeader', string>>>

/** What was done to the text of a field, in words. */
export type FormNotices = Readonly<Partial<Record<'baseUrl' | 'prefix' | 'token', string>>>

/**
 * The form with its address taken apart: what belongs to the path prefix goes there, a page's path is dropped, a table's
 * id is kept as the one to open. What an earlier address brought is forgotten; a prefix that was typed stays. The notice
 * says all that was rewritten, except blanks around it and a last slash; a text that is no address stays as it is.
 */
export function takeAddressApart(form: ConnectionForm): { form: ConnectionForm; notice: string | null } {
  const parsed = parseAddress(form.baseUrl)
  const typed = form.baseUrl.trim()
  if (!parsed.ok || typed === form.taken?.baseUrl) return { form, notice: null }
  const { taken } = form
  const brought = taken !== null && taken.prefix !== null && taken.prefix === form.prefix
  const prefixBefore = brought ? taken.prefixBefore : form.prefix
  const next = {
    ...form,
    baseUrl: parsed.baseUrl,
    prefix: parsed.prefix ?? prefixBefore,
    resource: parsed.resource ?? (taken === null ? form.resource : null),
    taken: { baseUrl: parsed.baseUrl, prefix: parsed.prefix, prefixBefore },
  }
  const said = [
    ...rewritings(typed, parsed.baseUrl),
    next.prefix === form.prefix ? null : prefixWords(next.prefix || '/', parsed.prefix !== null),
    parsed.resource !== null ? connectionWords.tableOpensFirst : null,
  ].filter((words) => words !== null)
  return { form: next, notice: said.length === 0 ? null : said.join(' ') }
}

function prefixWords(prefix: string, isBrought: boolean): string {
  return isBrought ? connectionWords.prefixIsNow(prefix) : connectionWords.prefixIsAgain(prefix)
}

/** How `baseUrl` was made from what was typed, in sentences; none if only a last slash was removed. */
function rewritings(typed: string, baseUrl: string): string[] {
  if (typed.replace(/\/$/, '') === baseUrl) return []
  const { protocol, host } = new URL(baseUrl)
  const basePath = baseUrl.slice(`${protocol}//${host}`.length)
  const [, scheme, authority, path] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#\\]*)(.*)$/is.exec(typed) ?? []
  const whole = path !== undefined && path.startsWith(basePath) && /^(?:[/?#]|$)/.test(path.slice(basePath.length))
  if (authority === undefined || !/^[^\s:<"'“‘]/.test(authority) || !whole)
    return [connectionWords.addressIsNow(baseUrl)]
  const rest = path.slice(basePath.length).replace(/^\/$/, '')
  const said = [
    scheme === undefined ? connectionWords.schemeAdded(`${protocol}//`) : null,
    authority === host ? null : connectionWords.hostWritten(host),
    rest === '' ? null : connectionWords.pathRemoved(rest),
  ].filter((words) => words !== null)
  return said.length === 0 ? [connectionWords.addressIsNow(baseUrl)] : said
}

/** The form with the bare token; the notice says what was removed. */
export function takeTokenApart(form: ConnectionForm): { form: ConnectionForm; notice: string | null } {
  const { token, removed } = cleanToken(form.token)
  const names = removed.map((each) => connectionWords.wrappings[each])
  return { form: { ...form, token }, notice: names.length === 0 ? null : connectionWords.tokenCleaned(names) }
}

/** What a form stands for, or what is wrong with it. */
export type ReadForm =
  | { readonly ok: true; readonly name: string; readonly connection: Connection; readonly resource: string | null }
  | { readonly ok: false; readonly problems: FormProblems }

/**
 * The connection and name that the form stands for, or what is wrong with it. A prefix without its first slash or with a
 * last one is put right; an empty name is the host's.
 */
export function readForm(form: ConnectionForm): ReadForm {
  const taken = takeAddressApart(form).form
  const parsed = parseAddress(taken.baseUrl)
  const prefix = `/${taken.prefix.trim()}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const tokenHeader = taken.tokenHeader.trim()
  const { token } = cleanToken(taken.token)
  const problems: Record<string, string> = {}
  if (!parsed.ok) problems['baseUrl'] = addressWords(parsed.problem)
  if (!/^(\/[\w.~%-]+)*$/.test(prefix)) problems['prefix'] = connectionWords.badPrefix(DEFAULT_PREFIX)
  if (!HEADER_NAME.test(tokenHeader)) problems['tokenHeader'] = connectionWords.badHeader
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(token)) problems['token'] = connectionWords.badToken
  if (!parsed.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    name: taken.name.trim() || new URL(parsed.baseUrl).host,
    connection: { baseUrl: parsed.baseUrl, prefix, tokenHeader, token: token === '' ? null : token },
    resource: taken.resource,
  }
}

/**
 * What saving does to the token of a connection that is known by its address: an empty field of a form that was not
 * opened to change that connection says nothing about its token, which stays, with the header it goes out in.
 */
export function savedToken(
  { token, tokenHeader }: Pick<Connection, 'token' | 'tokenHeader'>,
  known: Pick<Connection, 'tokenHeader'> | null,
  editing: boolean,
): { readonly writes: boolean; readonly tokenHeader: string } {
  if (editing || known === null || token !== null) return { writes: true, tokenHeader }
  return { writes: false, tokenHeader: tokenHeader === emptyForm.tokenHeader ? known.tokenHeader : tokenHeader }
}

function addressWords(problem: AddressProblem): string {
  const words = connectionWords.addressProblems
  return problem.code === 'scheme' ? words.scheme(problem.scheme) : words[problem.code]
}

/** Both addresses lead to the same origin; a token is never taken from one to another. */
export function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}

/** The characters of an HTTP header's name (RFC 9110, token). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
