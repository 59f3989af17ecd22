import { EARLY_ANSWERS } from '../../protocol/engineMessages.ts'
import type { AskedRequest } from '../../protocol/handler.ts'
import { bodyPieces, wholeBody } from '../../protocol/wholeBody.ts'
import { joinedBytes } from '../../protocol/joinedBytes.ts'

/** Keeps the last answers that a page may begin with, for a page that shows them before PostgreSQL has started. */
export interface KeptAnswers {
  /** Keeps the answer, in a moment, if a page may begin with it. */
  keep(request: Pick<AskedRequest, 'method' | 'url'>, answer: Response): void
  /** Resolves when nothing is kept any more: to be waited for before anything is changed. */
  forget(): Promise<void>
}

/** Where nothing can be kept, nothing is. `afterMs` is how long nothing may be asked before something is kept. */
export function createKeptAnswers(store: CacheStorage | undefined, afterMs = KEPT_AFTER_MS): KeptAnswers {
  const fresh = new Map<string, string | Uint8Array<ArrayBuffer>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Until something was removed, another visit may have kept something. */
  let isEmpty = false
  let last: Promise<unknown> = Promise.resolve()

  async function write(): Promise<void> {
    if (store === undefined) return
    const answers = [...fresh]
    fresh.clear()
    isEmpty = false
    const cache = await store.open(EARLY_ANSWERS)
    for (const [url, body] of answers) {
      await cache.delete(url)
      await cache.put(url, new Response(body))
    }
    const keys = await cache.keys()
    const byWorth = [...keys.filter(isNarrowed), ...keys.filter((key) => !isNarrowed(key))]
    const old = byWorth.slice(0, -MOST_ANSWERS)
    await Promise.all(old.map((each) => cache.delete(each)))
  }

  return {
    keep(request, answer) {
      clearTimeout(timer)
      const body = mayBegin(request) && answer.status === 200 ? bodyOf(answer) : null
      if (body !== null && body.length <= MOST_BYTES) {
        fresh.delete(request.url)
        fresh.set(request.url, body)
      }
      if (fresh.size > 0)
        timer = setTimeout(() => {
          last = last.then(write).catch(() => undefined)
        }, afterMs)
    },
    async forget() {
      clearTimeout(timer)
      fresh.clear()
      await last
      if (isEmpty) return
      // What can't be removed the page would show until PostgreSQL has answered otherwise.
      await store?.delete(EARLY_ANSWERS).then(
        () => (isEmpty = true),
        () => undefined,
      )
    },
  }
}

/** Of a search for some of the records. */
function isNarrowed({ url }: Request): boolean {
  return /[?&](?:q|filters|sort)=/.test(url)
}

/** The first records of a table, or the list of tables. */
function mayBegin({ method, url }: Pick<AskedRequest, 'method' | 'url'>): boolean {
  const { pathname, searchParams } = new URL(url)
  const isFirstPage = !searchParams.has('offset') && searchParams.get('limit') !== '0'
  return method === 'GET' && pathname.endsWith('/datastore_search') && isFirstPage
}

function bodyOf(answer: Response): string | Uint8Array<ArrayBuffer> | null {
  const pieces = bodyPieces(answer)
  return pieces === null ? wholeBody(answer) : joinedBytes(pieces)
}

const KEPT_AFTER_MS = 500

/** Those of a few tables, and of what was searched for last, which goes first. */
const MOST_ANSWERS = 12

/** Of one answer; the first 200 records of an ordinary table have half as much. */
const MOST_BYTES = 256_000
