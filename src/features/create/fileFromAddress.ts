import { createWords } from '../../words/en/create/create.ts'

/** Why no file came from an address, in words. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/**
 * The file at an address of the web. It is asked for as anybody, without a token or cookies. Rejects with an `AddressError`,
 * or as `fetch` does when it is aborted.
 */
export async function fileFromAddress(address: string, signal: AbortSignal, ask: typeof fetch = fetch): Promise<File> {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new AddressError(createWords.address.notOne)
  let answer: Response
  try {
    answer = await ask(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch (error) {
    signal.throwIfAborted()
    throw new AddressError(createWords.address.notReadable(url.host), { cause: error })
  }
  if (!answer.ok) throw new AddressError(createWords.address.refused(url.host, answer.status))
  const type = answer.headers.get('content-type') ?? ''
  if (/^text\/html\b/i.test(type)) throw new AddressError(createWords.address.isPage(url.host))
  try {
    return new File([await answer.blob()], nameOf(url), { type })
  } catch (error) {
    signal.throwIfAborted()
    throw new AddressError(createWords.address.cut(url.host), { cause: error })
  }
}

/** The last part of the path, or the host if there is none. */
function nameOf(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? url.host
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
