import type { Handler } from '../protocol/handler.ts'

declare global {
  /** What `earlyWorker.js` has begun; not there if it hasn't, if it failed, or if it is taken. */
  interface Window {
    /** Loads the engine's files already. */
    rowanWorker?: Worker
    /** The answer for settings.json. */
    rowanSettings?: Promise<Response>
  }
}

/** Gives the worker that index.html has started, once; null if there is none. */
export function takeEarlyWorker(): Worker | null {
  const started = window.rowanWorker ?? null
  delete window.rowanWorker
  return started
}

/** Answers the request for settings.json with what index.html has asked for, once; else, and if that failed, asks `handler`. */
export function withEarlySettings(handler: Handler): Handler {
  return async (request) => {
    const asked = window.rowanSettings
    delete window.rowanSettings
    if (asked === undefined) return handler(request)
    const { signal } = request
    const ended = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('The request was given up', 'AbortError')), {
        once: true,
      }),
    )
    return Promise.race([asked.catch(() => handler(request)), ended])
  }
}
