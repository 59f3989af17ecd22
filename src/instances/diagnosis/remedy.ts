import { DEFAULT_PREFIX } from '../../protocol/actions.ts'
import { shellQuoted } from '../transport/shellQuoted.ts'

/** Something to copy and send to the administrator of a server, and what it is for. */
export type Remedy =
  /** Lines for `ckan.ini`. */
  | { readonly purpose: 'setting'; readonly text: string }
  /** A command that shows whether pages may read. */
  | { readonly purpose: 'checkReading'; readonly text: string }
  /** A command that shows whether pages may send that header with the token. */
  | { readonly purpose: 'checkToken'; readonly header: string; readonly text: string }

/** A page of that origin may not read what the server answers: the setting of CKAN, and how to see that it works. */
export function readRemedies(origin: string, url: string): readonly Remedy[] {
  const text = `curl -sI -H ${shellQuoted(`Origin: ${origin}`)} \\\n  ${shellQuoted(url)}`
  return [
    { purpose: 'setting', text: whitelist(origin) },
    { purpose: 'checkReading', text },
  ]
}

/** The same for requests with a token, for which the browser asks permission by OPTIONS first. */
export function tokenRemedies(origin: string, url: string, tokenHeader: string): readonly Remedy[] {
  const header = tokenHeader.toLowerCase()
  const own = header === 'authorization' ? [] : [`apitoken_header_name = ${tokenHeader}`]
  const check = [
    `curl -si -X OPTIONS -H ${shellQuoted(`Origin: ${origin}`)}`,
    `  -H 'Access-Control-Request-Method: POST'`,
    `  -H ${shellQuoted(`Access-Control-Request-Headers: ${header},content-type`)}`,
    `  ${shellQuoted(url)}`,
  ]
  return [
    { purpose: 'setting', text: [whitelist(origin), ...own].join('\n') },
    { purpose: 'checkToken', header, text: check.join(' \\\n') },
  ]
}

function whitelist(origin: string): string {
  return `ckan.cors.origin_whitelist = ${origin}`
}

/** The address at which an administrator can see an action answer: the one that every CKAN has, unless the prefix is unusual. */
export function statusUrl(baseUrl: string, prefix: string): string {
  return `${baseUrl}${prefix === DEFAULT_PREFIX ? '/api/3/action' : prefix}/status_show`
}
