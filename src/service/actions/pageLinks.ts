import type { JsonText } from '../../protocol/jsonText.ts'
import { objectText } from '../http/params.ts'

/**
 * `_links` of a search as JSON text (protocol/README.md P37): the request's path without the locale, and its query string
 * with the offset of the first page, the next one and, further on, the one before.
 */
export function pageLinks(url: Readonly<URL>, limit: string, offset: string): JsonText {
  const path = url.pathname.replace(LOCALE, '')
  const at = (from: bigint | null): JsonText => {
    if (url.search === '') return JSON.stringify(from === null ? path : `${path}?offset=${from}`)
    const query = new URLSearchParams(url.search)
    if (from === null) query.delete('offset')
    else query.set('offset', String(from))
    const text = query.toString()
    return JSON.stringify(text === '' ? path : `${path}?${text}`)
  }
  const [from, step] = [BigInt(offset), BigInt(limit)]
  const links: [string, JsonText][] = [
    ['start', at(null)],
    ['next', at(from + step)],
  ]
  if (from > step) links.push(['prev', at(from - step)])
  return objectText(links)
}

/** CKAN answers in any language and takes it off the address. */
const LOCALE = /^\/[A-Za-z]{2,3}(?:[_-]\w+)?(?:@\w+)?(?=\/api(?:\/3)?\/action\/)/
