import { byAddress } from './addressOf.ts'
import { actions } from './actions.ts'

const readingActions = new Set<string>(Object.entries(actions).flatMap(([name, { reads }]) => (reads ? [name] : [])))

/** Whether a request may change what is stored: a POST to anything but a reading action. */
export function isWrite(request: Pick<Request, 'method' | 'url'>): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  return !isOfReading(request)
}

const isOfReading = byAddress(({ pathname }) => readingActions.has(pathname.split('/').at(-1) ?? ''))
