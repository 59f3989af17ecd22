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

/** The API has few addresses, unless parameters are in them. */
const MOST = 100

/** Longer ones hold a statement, and don't come again. */
const LONGEST = 300
