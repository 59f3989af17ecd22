import { DEFAULT_PREFIX } from '../protocol/actions.ts'
import { shellQuoted } from './shellQuoted.ts'

/** Something to copy and send to the administrator of a server, and what it is for. */
export interface Remedy {
  /** A sentence that ends in a colon. */
  readonly purpose: string
  readonly text: string
}

/** A page of that origin may not read what the server answers: the setting of CKAN, and how to see that it works. */
export function readRemedies(origin: string, url: string): readonly Remedy[] {
  return [
    whitelist(origin),
    {
      purpose: 'To check it, with the Origin header that a browser sends:',
      text: `curl -sI -H ${shellQuoted(`Origin: ${origin}`)} \\\n  ${shellQuoted(url)}`,
    },
  ]
}

/** The same for requests that carry a token, which the browser asks leave for by OPTIONS before. */
export function tokenRemedies(origin: string, url: string, tokenHeader: string): readonly Remedy[] {
  const header = tokenHeader.toLowerCase()
  const setting = header === 'authorization' ? [] : [`apitoken_header_name = ${tokenHeader}`]
  const { purpose, text } = whitelist(origin)
  return [
    { purpose, text: [text, ...setting].join('\n') },
    {
      purpose: `To check it; the answer has to name ${header} and content-type in Access-Control-Allow-Headers:`,
      text: [
        `curl -si -X OPTIONS -H ${shellQuoted(`Origin: ${origin}`)}`,
        `  -H 'Access-Control-Request-Method: POST'`,
        `  -H ${shellQuoted(`Access-Control-Request-Headers: ${header},content-type`)}`,
        `  ${shellQuoted(url)}`,
      ].join(' \\\n'),
    },
  ]
}

function whitelist(origin: string): Remedy {
  return {
    purpose: 'Send this for ckan.ini; it holds after a restart of the service:',
    text: `ckan.cors.origin_whitelist = ${origin}`,
  }
}

/** What an administrator asks to see an action answer: the address that CKAN always has, where the prefix is a usual one. */
export function statusUrl(baseUrl: string, prefix: string): string {
  return `${baseUrl}${prefix === DEFAULT_PREFIX ? '/api/3/action' : prefix}/status_show`
}
