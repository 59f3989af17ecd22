import type { LoggedRequest } from '../../instances/transport/requestLog.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { LOCALE } from '../../words/language.ts'

/** The title of a request: the action that it calls, which is the last part of its path. */
export function requestTitle({ url }: Pick<LoggedRequest, 'url'>): string {
  const { pathname } = new URL(url)
  return pathname.split('/').findLast((part) => part !== '') ?? pathname
}

/** How a request ended, with its status if it got one. */
export function outcomeWords({ outcome, status }: Pick<LoggedRequest, 'outcome' | 'status'>): string {
  return status === null ? requestsWords.outcomes[outcome] : requestsWords.outcomesWithStatus[outcome](status)
}

/** The reader's time of day, to the second. */
export function timeWords(at: number): string {
  return new Date(at).toLocaleTimeString(LOCALE.times)
}
