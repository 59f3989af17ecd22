import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Page } from 'playwright/test'

/** Every token of the end-to-end run begins so, which makes each of them a canary. */
export const TOKEN_MARK = 'rowan-e2e-token-'

/** Looks for tokens where they don't belong. */
export interface TokenWatch {
  /** Where tokens were found, one line for each place: what has been watched, and the pages as they are now. */
  findings(): Promise<readonly string[]>
}

/**
 * Watches a browser for tokens in addresses, in bodies, in headers for servers that they are not for, on the console, in
 * downloads and their names, in the pages' markup, titles and fields, and in storage other than the token's own keys. `allowed` holds `token origin` for each that may go somewhere.
 */
export function watchTokens(context: BrowserContext, allowed: ReadonlySet<string>): TokenWatch {
  const found = new Set<string>()
  const downloads: Download[] = []
  const look = (where: string, text: string | null) => {
    if (text?.includes(TOKEN_MARK) === true) found.add(where)
  }
  // A page asks thousands of things in a run; what is searched is only what can hold a token.
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    look(`the address of a request to ${origin}`, decoded(request.url()))
    if (protocol !== 'http:' && protocol !== 'https:') return
    for (const [name, value] of Object.entries(request.headers())) {
      if (value.includes(TOKEN_MARK) && !allowed.has(`${value} ${origin}`))
        found.add(`the header ${name} for ${origin}`)
    }
    look(`the body of a request to ${origin}`, request.postData())
  })
  context.on('console', (message) => look('the console', message.text()))
  context.on('weberror', (error) => look('an error that was thrown', `${error.error().message}${error.error().stack}`))
  const listen = (page: Page) => {
    page.on('download', (download) => downloads.push(download))
    page.on('framenavigated', (frame) => look('the address of the page', decoded(frame.url())))
  }
  for (const page of context.pages()) listen(page)
  context.on('page', listen)

  return {
    async findings() {
      for (const download of downloads) {
        look('the name of a download', download.suggestedFilename())
        const path = await download.path().catch(() => null)
        if (path !== null) look('a download', await readFile(path, 'utf8'))
      }
      const open = context.pages().filter((page) => !page.isClosed() && /^https?:/.test(page.url()))
      const places = await Promise.all(open.map((page) => page.evaluate(placesOfTokens, TOKEN_MARK)))
      for (const place of places.flat()) found.add(place)
      return [...found].toSorted()
    },
  }
}

function decoded(url: string): string {
  try {
    return `${url} ${decodeURIComponent(url)}`
  } catch {
    return url
  }
}

/** Runs in the page: where it holds a text that it should not. The field for the token and the keys of tokens may. */
async function placesOfTokens(mark: string): Promise<string[]> {
  const places: string[] = []
  const look = (where: string, text: string) => {
    if (text.includes(mark)) places.push(where)
  }
  look('the title of the page', document.title)
  look('the address of the page', decodeURI(window.location.href))
  const markup = document.documentElement.cloneNode(true)
  if (markup instanceof Element) {
    const isField = (input: Element) =>
      [...markup.querySelectorAll('label')].some(
        (label) => label.htmlFor === input.id && label.textContent.startsWith('API token'),
      )
    for (const input of markup.querySelectorAll('input')) {
      if (input.type === 'password' || isField(input)) input.remove()
    }
    look('the markup', markup.outerHTML)
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const isToken = [...(field.labels ?? [])].some((label) => label.textContent.startsWith('API token'))
    if (!isToken) look(`the field ${field.getAttribute('aria-label') ?? field.name}`, field.value)
  }
  for (const [name, storage] of [
    ['localStorage', window.localStorage],
    ['sessionStorage', window.sessionStorage],
  ] as const) {
    for (const [key, value] of Object.entries(storage)) {
      look(`a name in ${name}`, key)
      if (!key.startsWith('rowan.token.')) look(`${key} in ${name}`, String(value))
    }
  }
  look('a cookie', document.cookie)
  look('the state of the history', JSON.stringify(window.history.state) ?? '')
  look('the name of the window', window.name)
  for (const entry of performance.getEntriesByType('resource')) look('the list of what was loaded', entry.name)
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('rowan.')) continue
    look(`the database ${name}`, JSON.stringify(await contentsOf(name)))
  }
  if (!('caches' in window)) return places
  for (const name of await window.caches.keys()) {
    const kept = await (await window.caches.open(name)).keys()
    for (const { url } of kept) look('an address that is kept for offline', url)
  }
  return places

  // It goes to the page with the function around it.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- as above
  function contentsOf(name: string): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(opening.error))
      opening.addEventListener('success', () => {
        const database = opening.result
        const names = [...database.objectStoreNames]
        const finish = (contents: unknown[]) => {
          database.close()
          resolve(contents)
        }
        if (names.length === 0) return finish([])
        const reading = database.transaction(names)
        const requests = names.flatMap((each) => {
          const store = reading.objectStore(each)
          return [store.getAllKeys(), store.getAll()]
        })
        reading.addEventListener('complete', () => finish(requests.map(({ result }) => result)))
        reading.addEventListener('abort', () => reject(reading.error))
      })
    })
  }
}
