import { TABLE_METADATA } from '../protocol/actions.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { SharedEngine } from './sharedEngine.ts'

/**
 * An engine whose first questions are answered before it has started, where `expected` knows its answers: first for records,
 * then for the list of tables, which alone would be nothing to look at. It is asked the same, and `early` in its status says
 * that this goes on, or, once, that it has answered otherwise or failed: then all has to be asked again. Once it has opened,
 * only its own answers count.
 */
export function withEarlyAnswers(
  engine: SharedEngine,
  expected: (url: string) => Promise<string | null>,
): SharedEngine {
  const listeners = new Set<() => void>()
  /** Why it could not open, while its status says so, and what was refused since. */
  let failure: { readonly reason: unknown; readonly refused: Set<string> } | null = null
  let status = engine.status()
  let unproven = 0
  /** Whether the last request for records was answered early. */
  let records = Promise.resolve(false)
  let isWrong = false

  function tell(): void {
    const now = engine.status()
    const hasFailed = now.phase === 'failed'
    if (!hasFailed) failure = null
    const shown = hasFailed ? undefined : 'shown'
    const early = unproven > 0 ? shown : isWrong ? 'wrong' : undefined
    status = early === undefined ? now : { ...now, early }
    for (const listener of listeners) listener()
  }

  engine.subscribe(tell)

  async function prove(asked: Promise<Response>, text: string): Promise<void> {
    let isSame = false
    try {
      isSame = (await (await asked).text()) === text
    } catch (reason) {
      if (engine.status().phase === 'failed') failure = { reason, refused: new Set() }
    }
    isWrong ||= !isSame
    unproven -= 1
    // Only with the last one: what is asked again before the others have failed as well would open it once more.
    if (unproven > 0) return
    if (isWrong) tell()
    isWrong = false
    tell()
  }

  return {
    async handler(request) {
      const { url } = request
      // Each question only once: what the page asks by itself, as it knows records, would open it again in vain, and who tries
      // again asks what was refused.
      if (failure !== null && isQuestion(request) && !failure.refused.has(url)) {
        failure.refused.add(url)
        throw failure.reason
      }
      const asked = engine.handler(request)
      if (!isQuestion(request) || !isStarting(engine.status())) return asked
      const own = asked.then(
        () => null,
        () => null,
      )
      const known = isOfTables(url) ? records.then((isKnown) => (isKnown ? expected(url) : null)) : expected(url)
      const given = Promise.race([own, known])
      if (!isOfTables(url)) records = given.then((text) => text !== null)
      const text = await given
      // The page has given the request up meanwhile, or need not be shown what is only expected.
      if (text === null || request.signal.aborted || !isStarting(engine.status())) return asked
      unproven += 1
      tell()
      void prove(asked, text)
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function isQuestion({ method, url }: Request): boolean {
  return method === 'GET' && url.includes('/action/')
}

function isOfTables(url: string): boolean {
  return new URL(url).searchParams.get('resource_id') === TABLE_METADATA
}

/** It has not opened in this tab, nor failed to. */
function isStarting(status: EngineStatus): boolean {
  return status.phase === 'idle' || (status.phase !== 'failed' && status.store === null)
}
