// The service worker of the page: keeps the files of one build whole, for when there is no network. It answers only for
// the files that `offline.json` names; every other request, such as those to services, passes untouched.

const PREFIX = `rowan ${self.registration.scope} `
const HASHED = /\/(?:assets|engine)\/[^/]+-[\w-]{8,}\.\w+$/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(navigator.locks.request(`${PREFIX}keep`, keep).catch(() => undefined))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  const scope = new URL(self.registration.scope)
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return
  const name = url.pathname.slice(scope.pathname.length)
  if (HASHED.test(`/${name}`)) event.respondWith(keptFirst(request))
  else if (FIXED.has(name)) event.respondWith(networkFirst(request, name === 'index.html' ? '' : name))
})

const FIXED = new Set(['', 'index.html', 'settings.json', 'theme.js', 'favicon.svg', 'engine/files.json'])

/** Such a name stands for its contents, so a kept file is never stale. */
async function keptFirst(request) {
  return (await kept(request.url)) ?? fetch(request)
}

/** The network's answer, whatever it is, and what is kept where there is none. */
async function networkFirst(request, name) {
  try {
    return await fetch(request)
  } catch (error) {
    const answer = await kept(new URL(name, self.registration.scope).href)
    if (answer === undefined) throw error
    return answer
  }
}

/** From the newest build that is kept whole. */
async function kept(url) {
  for (const name of (await keptBuilds()).toReversed()) {
    const cache = await caches.open(name)
    if (!(await cache.match(DONE))) continue
    const answer = await cache.match(url, { ignoreVary: true })
    if (answer) return answer
  }
  return undefined
}

/** The marker of a build that is kept whole. */
const DONE = new URL('kept-whole', self.registration.scope).href

async function keptBuilds() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

/** Keeps the files of the build that the host has now, takes over those that did not change, then drops older ones. */
async function keep() {
  const scope = self.registration.scope
  const { build, files } = await (await fetched(new URL('offline.json', scope))).json()
  const names = await keptBuilds()
  const mine = `${PREFIX}${build}`
  const cache = await caches.open(mine)
  if (!(await cache.match(DONE))) {
    for (const file of files) {
      const url = new URL(file, scope).href
      if (await cache.match(url)) continue
      const same = HASHED.test(url) ? await kept(url) : undefined
      await cache.put(url, same ?? (await fetched(url)))
    }
    const now = await (await fetched(new URL('offline.json', scope))).json()
    // Put up anew in between: what is here may be of two builds.
    if (now.build !== build) {
      await caches.delete(mine)
      return
    }
    await cache.put(DONE, new Response('yes'))
  }
  for (const name of names) if (name !== mine) await caches.delete(name)
}

async function fetched(url) {
  const hashed = HASHED.test(String(url))
  const answer = await fetch(url, { cache: hashed ? 'force-cache' : 'no-cache', credentials: 'same-origin' })
  if (!answer.ok || answer.redirected) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
