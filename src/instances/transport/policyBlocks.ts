/**
 * Whether this site's own policy (Content-Security-Policy) has just kept the page from asking that address. The browser says
 * so by a separate event, and of the request only that it failed.
 */
export async function isForbiddenHere(url: string): Promise<boolean> {
  return isForbidden(`connect-src ${new URL(url).origin}`)
}

/** Whether that policy has just kept the page from starting a worker. */
export async function areWorkersForbidden(): Promise<boolean> {
  return isForbidden('worker-src')
}

async function isForbidden(what: string): Promise<boolean> {
  // The event may come after the failure.
  await new Promise((resolve) => setTimeout(resolve))
  return forbidden.has(what)
}

const forbidden = new Set<string>()

if (typeof document !== 'undefined') {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition !== 'enforce') return
    forbidden.add(effectiveDirective)
    if (URL.canParse(blockedURI)) forbidden.add(`${effectiveDirective} ${new URL(blockedURI).origin}`)
  })
}
