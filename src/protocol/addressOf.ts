const remembered = new Map<string, URL>()

/** The address of a request. It is asked for at each step of an answer, and parsed once; nobody may change it. */
export function addressOf({ url }: Pick<Request, 'url'>): Readonly<URL> {
  const known = remembered.get(url)
  if (known) return known
  const parsed = new URL(url)
  if (url.length > LONGEST) return parsed
  if (remembered.size >= MOST) remembered.clear()
  remembered.set(url, parsed)
  return parsed
}

/** A function of the address alone, found once for each that is remembered. */
export function byAddress<T>(find: (url: Readonly<URL>) => T): (request: Pick<Request, 'url'>) => T {
  const known = new Map<string, { readonly found: T }>()
  return (request) => {
    const before = known.get(request.url)
    if (before) return before.found
    const found = find(addressOf(request))
    if (request.url.length > LONGEST) return found
    if (known.size >= MOST) known.clear()
    known.set(request.url, { found })
    return found
  }
}

/** The API has few addresses, unless parameters are in them. */
const MOST = 100

/** Longer ones hold a statement, and don't come again. */
const LONGEST = 300
