import type { LoggedRequest } from '../client/requestLog.ts'

/** The action that a request calls, for its title: what stands last in the path. */
export function requestTitle({ url }: Pick<LoggedRequest, 'url'>): string {
  const { pathname } = new URL(url)
  return pathname.split('/').findLast((part) => part !== '') ?? pathname
}

/** How a request ended, with its status where it has one. */
export function outcomeWords({ outcome, status }: Pick<LoggedRequest, 'outcome' | 'status'>): string {
  const words = OUTCOMES[outcome]
  if (status === null) return words
  return outcome === 'failed' ? `${status} broke off` : `${status} ${words}`
}

const OUTCOMES = {
  running: 'running',
  answered: 'answered',
  refused: 'refused',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<LoggedRequest['outcome'], string>

/** A number of bytes in a word or two: `812 B`, `4.1 kB`, `12 MB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toFixed(value < 9.95 ? 1 : 0)} ${unit}`
}

/** The time of day, to the second, where the reader is. */
export function timeWords(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}
