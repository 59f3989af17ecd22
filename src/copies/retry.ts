import { NetworkError } from '../instances/transport/networkError.ts'
import { ActionError } from '../protocol/envelope.ts'
import { problemOf, type Problem } from '../protocol/problem.ts'

/** Whether a server that failed like this may answer in a while, so that a pull waits for it. */
export function mayComeBack(error: unknown): boolean {
  if (error instanceof NetworkError) return !FOR_GOOD.has(error.problem.code)
  return error instanceof ActionError && (error.status === 429 || error.status >= 500 || isCutOff(error))
}

function isCutOff({ problem }: ActionError): boolean {
  return problem?.code === 'answerBroken' || problem?.code === 'notAnAnswer'
}

const FOR_GOOD: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'answerTooLarge',
  'insecureAddress',
  'redirectedElsewhere',
  'tokenUnsendable',
])

/** The problem of anything that was thrown by a server. */
export function problemOfFailure(error: unknown): Problem {
  if (error instanceof ActionError) return error.problem ?? { code: 'foreign', text: error.message }
  return problemOf(error)
}

/** The pause before each try, ms; all later ones are as the last. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000]

/** The pause before try number `tries`, from 0. */
export function pauseBefore(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 60_000
}

/** Resolves after that time, or as soon as the device is online again; rejects when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      done.abort()
      settle()
    }
    const timer = setTimeout(end(resolve), milliseconds)
    addEventListener('online', end(resolve), { signal: done.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: done.signal },
    )
  })
}
