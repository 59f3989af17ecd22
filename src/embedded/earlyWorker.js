// Stands in index.html itself, so nothing has to come before it: starts the worker of the page's own PostgreSQL while the
// program is on its way, if this page began with it before (`engineNote.ts`) and the link names no other instance. The
// program takes it (`takeEarlyWorker.ts`), or starts its own. The policy allows this text by its digest.
try {
  const { worker } = document.currentScript.dataset
  const base = new URL('engine/', document.baseURI).href
  const isOther = /^#z=|[#&]base=(?!http:\/\/this-browser\.invalid(?:&|$))/.test(location.hash)
  if (!isOther && !/[?&]embed=1/.test(location.search) && localStorage.getItem('rowan.engine') === base) {
    const rules = { createScriptURL: () => new URL(worker, document.baseURI).href }
    const policy = window.trustedTypes?.createPolicy('rowan-early', rules) ?? rules
    const started = new Worker(policy.createScriptURL(''), { type: 'module' })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      delete window.rowanWorker
    })
    started.postMessage({ kind: 'prepare', base }, [])
    window.rowanWorker = started
  }
} catch {
  // Storage is denied, or a host's own policy: the program starts the worker.
}
