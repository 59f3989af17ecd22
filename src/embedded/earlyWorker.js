// Stands in index.html itself, so nothing has to come before it: starts the worker of the page's own PostgreSQL while the
// program is on its way, if the link names no other instance and this page began with its own before (`engineNote.ts`), or
// settings.json names none. On a slow network only in the first case, where a browser has the engine's files: else they
// would keep the program waiting. The program takes what is here (`earlyStart.ts`), or does it itself. The policy allows
// this text by its digest.
try {
  const { worker } = document.currentScript.dataset
  const base = new URL('engine/', document.baseURI).href
  const start = () => {
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
  const isOther = /^#z=|[#&]base=(?!http:\/\/this-browser\.invalid(?:&|$))/.test(location.hash)
  if (!isOther && !/[?&]embed=1/.test(location.search)) {
    if (localStorage.getItem('rowan.engine') === base) start()
    else {
      window.rowanSettings = fetch('settings.json', { cache: 'no-cache' })
      const startIfFirst = async () => {
        const { instances } = await (await window.rowanSettings).clone().json()
        if (instances.length === 0 && window.rowanSettings && performance.now() < 500) start()
      }
      startIfFirst().catch(() => {})
    }
  }
} catch {
  // Storage is denied, or a host's own policy: the program starts the worker.
}
