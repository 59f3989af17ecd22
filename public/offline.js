// The service worker of the page: keeps the files of one build whole, for when there is no network, and those of older
// builds as long as tabs use them. It answers only for the files of the page; every other request, such as those to
// services, passes untouched. What is kept has been proven by type and digest, and is proven again before it is used, here or
// by the page.

const SCOPE = self.registration.scope
const PREFIX = `rowan ${SCOPE} `
const HASHED = /\/(?:assets|engine)\/[^/]+-[\w-]{8,}\.\w+$/
const FIXED = new Set(['', 'index.html', 'settings.json', 'early.js', 'shell.js', 'favicon.svg', 'licences.txt'])

/** What a host has to call a file by the end of its name; any other is no text. Plain text is shown whatever it is called. */
const TYPES = { '/': /html/, js: /javascript/, css: /css/, json: /json/, svg: /svg/, txt: /^/ }
const NO_TEXT = /^(?!text)/

/** The marker of a build that is kept whole: the digests of its files. */
const DONE = new URL('kept-whole', SCOPE).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), askBeside()])))
self.addEventListener('message', (event) => {
  if (event.data === 'keep')
    event.waitUntil(navigator.locks.request(`${PREFIX}keep`, keepPatiently).catch(() => undefined))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  const scope = new URL(SCOPE)
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return
  const name = url.pathname.slice(scope.pathname.length)
  if (HASHED.test(`/${name}`)) event.respondWith(keptFirst(request, name))
  else if (FIXED.has(name)) event.respondWith(networkFirst(event, name === '' || name === 'index.html' ? './' : name))
})

/**
 * The page is asked for while the browser starts this worker. Not in Firefox: without a network it shows its own error then,
 * whatever the worker answers.
 */
async function askBeside() {
  const preload = self.registration.navigationPreload
  await (navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable())
}

/** Such a name stands for its contents. A request to reload it means that the page found it damaged. */
async function keptFirst(request, file) {
  return (request.cache === 'reload' ? undefined : await kept(file)) ?? fetch(request)
}

/** The network's answer; if it doesn't come or can't be the page's, what is kept. */
async function networkFirst({ request, preloadResponse }, file) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request))
    const isMeant = answer.status < 500 && (file !== './' || !answer.ok || isWholePage(await answer.clone().text()))
    return isMeant ? answer : ((await kept(file)) ?? answer)
  } catch (error) {
    const answer = await kept(file)
    if (answer === undefined) throw error
    return answer
  }
}

/** Not empty, and not this page cut off. A page of somebody else, such as the way into a network, is for the user. */
function isWholePage(text) {
  return text.trim() !== '' && (/<\/html>/i.test(text) || !text.includes('<title>Rowan<'))
}

/** The page proves them as they come, and asks past this if one is wrong: read twice, 10 MB would cost half a second. */
const PROVEN_BY_PAGE = /^engine\//

/** From the newest build that is kept whole, if it still is what was kept; with a digest, only that. */
async function kept(file, digest) {
  try {
    for (const { cache, files } of await (whole ??= wholeBuilds())) {
      if (files[file] === undefined || (digest !== undefined && files[file] !== digest)) continue
      const find = () => cache.match(new URL(file, SCOPE).href, { ignoreVary: true })
      const isProvenByPage = digest === undefined && PROVEN_BY_PAGE.test(file)
      // Taken out twice, as a browser keeps with an answer what it has compiled of it, which a copy has not.
      const [answer, proof] = await Promise.all([find(), isProvenByPage ? undefined : find()])
      if (answer && (isProvenByPage || (proof && (await isProven(proof, file, files[file]))))) return answer
    }
  } catch {
    // The browser has removed it meanwhile.
    whole = null
  }
  return undefined
}

/** The builds that are kept whole, the newest first; read once, as each file of a page needs it, and while its first is asked for. */
let whole = wholeBuilds()
whole.catch(() => (whole = null))

async function wholeBuilds() {
  const builds = []
  for (const name of await keptBuilds()) {
    const cache = await caches.open(name)
    const files = await (await cache.match(DONE))?.json().catch(() => undefined)
    if (files !== undefined) builds.unshift({ cache, files })
  }
  return builds
}

async function keptBuilds() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

/** A host may be in the midst of a new build, or silent for a moment, and nobody asks again before the next visit. */
async function keepPatiently() {
  for (const pause of PAUSES_MS) {
    try {
      return await keep()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return keep()
}

const PAUSES_MS = [1000, 4000, 16_000]

/**
 * Keeps the files of the build that the host has now, takes over those that did not change, replaces those that are no
 * longer what they were, then drops older builds that no tab uses.
 */
async function keep() {
  const { build, files } = await (await fetch(new URL('offline.json', SCOPE), { cache: 'no-store' })).json()
  const mine = `${PREFIX}${build}`
  const cache = await caches.open(mine)
  for (const [file, digest] of Object.entries(files)) {
    const url = new URL(file, SCOPE).href
    const isProgram = digest.includes(' ')
    const known = digest === '' ? undefined : await cache.match(url)
    const isAsKept = known && (!isProgram || known.headers.get('content-type') === WASM)
    if (isAsKept && (await isProven(known, file, digest))) continue
    const answer = (HASHED.test(url) ? await kept(file, digest) : undefined) ?? (await fetched(url, file, digest))
    if (answer) await cache.put(url, isProgram ? await unpacked(answer) : answer)
    // A host may have an icon of its own.
    else if (!file.endsWith('.svg')) throw new Error(`${url} is not what the build says`)
  }
  await cache.put(DONE, new Response(JSON.stringify(files)))
  whole = null
  const used = await usedPrograms()
  for (const name of await keptBuilds()) {
    if (name === mine) continue
    const old = await caches.open(name)
    const matches = await Promise.all(used.map((url) => old.match(url)))
    if (!matches.some(Boolean)) await caches.delete(name)
  }
  whole = null
}

/**
 * A program of WebAssembly, which the build has gzipped, as the browser can compile it from here: what it has compiled it
 * keeps with the answer, for the next visits.
 */
async function unpacked(answer) {
  const bytes = await answer.arrayBuffer()
  const [first, second] = new Uint8Array(bytes)
  const stream = new Blob([bytes]).stream()
  const isGzip = first === 0x1f && second === 0x8b
  return new Response(isGzip ? stream.pipeThrough(new DecompressionStream('gzip')) : stream, {
    headers: { 'content-type': WASM },
  })
}

const WASM = 'application/wasm'

/** Each tab holds a lock with the address of its program, whether it runs or sleeps. */
async function usedPrograms() {
  const { held } = await navigator.locks.query()
  return held.flatMap(({ name }) => (name.startsWith(`${PREFIX}uses `) ? [name.slice(PREFIX.length + 5)] : []))
}

/** From the network, or the browser's own store if that is right; undefined if neither is. */
async function fetched(url, file, digest) {
  for (const cache of HASHED.test(url) ? ['force-cache', 'reload'] : ['no-cache', 'reload']) {
    const answer = await fetch(url, { cache, credentials: 'same-origin' })
    if (!answer.redirected && (await isProven(answer.clone(), file, digest))) return answer
  }
  return undefined
}

/** Reads the answer: whether it is a file of that type with that digest, or one of two; without one, that it can be read. */
async function isProven(answer, file, digest) {
  const type = TYPES[/\w+$|\/$/.exec(file)[0]] ?? NO_TEXT
  if (!answer.ok || !type.test(answer.headers.get('content-type') ?? '')) return false
  const bytes = await answer.arrayBuffer()
  if (digest !== '')
    return digest.split(' ').includes(`sha256-${btoa(String.fromCharCode(...new Uint8Array(await sha256(bytes))))}`)
  try {
    return typeof JSON.parse(new TextDecoder().decode(bytes)) === 'object'
  } catch {
    return false
  }
}

function sha256(bytes) {
  return crypto.subtle.digest('SHA-256', bytes)
}
