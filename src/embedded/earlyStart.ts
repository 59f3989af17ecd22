declare global {
  interface Window {
    /** Of `earlyWorker.js`: loads the engine's files already. Not there if it was not started, has failed or is taken. */
    rowanWorker?: Worker
  }
}

/** Gives the worker that index.html has started, once; null if there is none. */
export function takeEarlyWorker(): Worker | null {
  const started = window.rowanWorker ?? null
  delete window.rowanWorker
  return started
}
