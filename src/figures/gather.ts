import type { CallOptions } from '../instances/client/actionClient.ts'
import { ActionError } from '../protocol/envelope.ts'

interface Wanted<Key, Value> {
  readonly key: Key
  readonly signal: AbortSignal | undefined
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

type AskAll<Key, Value> = (keys: readonly Key[], options: CallOptions) => Promise<readonly Value[]>

/**
 * Asks for what is wanted in one moment at once, or in equal parts of at most so many. What nobody wants any more is given
 * up. If the server refuses several together, each is asked for alone, so that one that it can't do doesn't take the others
 * with it.
 */
export function gather<Key, Value>(
  askAll: AskAll<Key, Value>,
  most = Infinity,
): (key: Key, options: CallOptions) => Promise<Value> {
  let waiting: Wanted<Key, Value>[] = []
  return (key, { signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      waiting.push({ key, signal, resolve, reject })
      if (waiting.length > 1) return
      setTimeout(() => {
        const wanted = waiting
        waiting = []
        const parts = Math.max(1, Math.ceil(wanted.length / most))
        // Neighbours are often alike: dealt out in turn, slow ones end up in different parts.
        for (let part = 0; part < parts; part += 1)
          void answer(
            wanted.filter((_, place) => place % parts === part),
            askAll,
          )
      })
    })
}

async function answer<Key, Value>(all: readonly Wanted<Key, Value>[], askAll: AskAll<Key, Value>): Promise<void> {
  const wanted = all.filter(({ signal, reject }) => {
    if (signal?.aborted === true) reject(signal.reason)
    return signal?.aborted !== true
  })
  if (wanted.length === 0) return
  const unwanted = new AbortController()
  let left = wanted.length
  const leaving = wanted.map(({ signal, reject }) => {
    const leave = () => {
      reject(signal?.reason)
      left -= 1
      if (left === 0) unwanted.abort(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return () => signal?.removeEventListener('abort', leave)
  })
  try {
    const values = await askAll(
      wanted.map(({ key }) => key),
      { signal: unwanted.signal },
    )
    for (const [place, { resolve, reject }] of wanted.entries()) {
      const value = values[place]
      if (value === undefined) reject(new TypeError('There is no answer to this'))
      else resolve(value)
    }
  } catch (error) {
    // What takes too long together would keep the server busy for even longer one by one.
    const isRefused = error instanceof ActionError && !/took too long/i.test(error.message)
    if (isRefused && wanted.length > 1) await Promise.all(wanted.map((each) => answer([each], askAll)))
    else for (const { reject } of wanted) reject(error)
  } finally {
    for (const stay of leaving) stay()
  }
}
