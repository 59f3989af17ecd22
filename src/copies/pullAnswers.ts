import type { StoredAnswer } from '../protocol/copyMessages.ts'
import type { Query } from '../query/query.ts'
import type { WholeAnswer } from '../instances/transport/wholeAnswer.ts'
import type { AskWhole } from './copyOrigin.ts'
import { pageParams, type Asked, type PagePlace } from './copyPages.ts'
import type { Fingerprint } from './fingerprint.ts'
import { createPageSize } from './pageSize.ts'

export interface AnswersTask {
  readonly ask: AskWhole
  readonly query: Query
  readonly fingerprint: Fingerprint
  readonly signal: AbortSignal
  /** Stores an answer with the records after that `_id`; null if it isn't the plain one that was expected. */
  readonly store: (place: PagePlace, after: number | null, bytes: Uint8Array) => Promise<StoredAnswer | null>
}

/** How far it came, and whether that is the end. */
export interface AnswersEnd {
  readonly place: PagePlace
  readonly isEnd: boolean
}

/**
 * Pulls pages as they come, from the server straight to the copies' database: this thread reads none of it. Up to three are
 * under way, so that the server has always one to answer while another is stored. It leaves the rest to `copyPages` as soon
 * as an answer is missing or isn't the plain one that was expected.
 */
export async function pullAnswers(task: AnswersTask, from: PagePlace): Promise<AnswersEnd> {
  const { ask, query, fingerprint, signal, store } = task
  const { ids, total } = fingerprint
  if (ids === null) return { place: from, isEnd: false }
  const isStretches = from.way === 'stretches'
  const size = createPageSize()
  const asked: { readonly request: Asked; readonly answer: Promise<WholeAnswer | null> }[] = []
  let ending = new AbortController()
  let place = from
  let askedTo = from.after ?? ids[0] - 1
  let askedDone = from.done

  const askNext = (): void => {
    const limit = size.get()
    const request = isStretches
      ? { after: askedTo, upTo: askedTo + limit, offset: 0, limit }
      : { after: null, upTo: null, offset: askedDone, limit }
    askedTo += limit
    askedDone += limit
    const answer = ask(pageParams(query, request), AbortSignal.any([signal, ending.signal]))
    // What has failed is asked for again, by whom it can be explained.
    asked.push({ request, answer: answer.catch(() => null) })
  }
  const isMore = () => (isStretches ? askedTo < ids[1] : total === null || askedDone < total)
  const drop = (): void => {
    ending.abort()
    ending = new AbortController()
    asked.length = 0
  }
  try {
    for (;;) {
      while (asked.length < AT_A_TIME && isMore()) askNext()
      // Without stretches only an empty page shows the end.
      if (asked.length === 0 && place.way === 'offset') askNext()
      const head = asked[0]
      if (head === undefined) return { place, isEnd: true }
      const answer = await head.answer
      signal.throwIfAborted()
      if (answer === null) return { place, isEnd: false }
      asked.shift()
      const { request } = head
      const { bytes, milliseconds } = answer
      size.learn(request.limit, { bytes: bytes.byteLength, milliseconds })
      if (isMore()) askNext()
      const stored = await store(place, request.after, bytes)
      if (stored === null) return { place, isEnd: false }
      const { given, last, limit } = stored
      const isCut = given > 0 && given < request.limit && limit !== null && limit < request.limit
      if (isCut) size.atMost(limit)
      const after = isStretches && !isCut ? request.upTo : (last ?? place.after)
      place = { way: place.way, after, done: place.done + given }
      if (given === 0 && !isStretches) return { place, isEnd: true }
      if (isCut || (!isStretches && given < request.limit)) {
        // What was asked for after it begins too late.
        drop()
        askedTo = after ?? askedTo
        askedDone = place.done
      }
    }
  } finally {
    drop()
  }
}

/** Whether pages can be asked for one after the other without a look at the one before; and words add a field to answers. */
export function mayBeWhole({ search }: Query, { ids }: Fingerprint, { way }: PagePlace): boolean {
  return ids !== null && search === '' && (way === 'stretches' || way === 'offset')
}

/** Answers that are under way, or wait to be stored, beside the one that is. */
const AT_A_TIME = 2
