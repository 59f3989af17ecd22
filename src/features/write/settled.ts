import type { WriteMethod } from '../../instances/transport/requestEncoding.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind, jsonMember, type JsonText } from '../../protocol/jsonText.ts'

/** A change to what is stored, and how to see whether it is there; `T` is what it made, such as the id of a table. */
export interface Change<T> {
  /** Sends the change, by another method if one is given. Rejects also if the answer doesn't say that it was stored. */
  readonly send: (method?: WriteMethod) => Promise<T>
  /** What the change made; null if it isn't there. Rejects if that can't be seen. */
  readonly look: () => Promise<T | null>
}

/**
 * The server's answer left open whether the change was stored, and the page has looked: it is `absent`; it is not there
 * `yet`, and a server that is still working may store it; or it can't be `seen`. `cause` is what came instead of an answer.
 */
export class InDoubtError extends Error {
  override readonly name = 'InDoubtError'
  override readonly cause: Error
  readonly found: 'absent' | 'notYet' | 'notSeen'

  constructor(found: InDoubtError['found'], cause: Error) {
    super(`${found}: ${cause.message}`, { cause })
    this.cause = cause
    this.found = found
  }

  /** Sending the change again might store it twice. */
  get isOpen(): boolean {
    return this.found !== 'absent'
  }
}

/** The answer was read, but does not say that the change was stored. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError'
}

/** The user stopped waiting for the answer after the change was sent. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Sends a change and gives what it made. It is sent again, by another method, only if the refusal proves that nothing was
 * done and the page has not seen it stored. If the answer leaves open whether it was stored, the page looks, several
 * times if the server may still be at it, and rejects with an `InDoubtError` unless the change is there. Rejects with the
 * refusal if the server refused.
 */
export async function settle<T>(change: Change<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  try {
    return await sendByAnyMethod(change)
  } catch (error) {
    if (!(error instanceof Error) || !leavesDoubt(error)) throw error
    return lookFor(change, error, mayComeLate(error) && !(error instanceof StoppedError) ? waits : [0])
  }
}

/** Sends it by POST, and by the other methods as long as each refusal proves that nothing was done. */
async function sendByAnyMethod<T>(change: Change<T>): Promise<T> {
  try {
    return await change.send()
  } catch (refusal) {
    if (!(refusal instanceof ActionError) || !provesNothingDone(refusal)) throw refusal
    for (const method of methodsFor(refusal)) {
      // What can't be seen is not there, as the refusal says.
      const made = await change.look().catch(() => null)
      if (made !== null) return made
      try {
        return await change.send(method)
      } catch (error) {
        if (!(error instanceof ActionError) || !provesNothingDone(error)) throw error
      }
    }
    throw refusal
  }
}

/** There is no such method or address here, or another method is named: so the server has not read the change. */
function provesNothingDone({ status, type, message }: ActionError): boolean {
  if (status === 405 || status === 501) return true
  if (status === 404 || status === 410) return type === ''
  return status >= 400 && status < 500 && METHODS.some((method) => named(method).test(message))
}

const METHODS: readonly WriteMethod[] = ['PUT', 'PATCH']

/** The other methods, one that the refusal names first. */
function methodsFor({ message }: ActionError): readonly WriteMethod[] {
  return METHODS.toSorted((a, b) => Number(named(b).test(message)) - Number(named(a).test(message)))
}

function named(method: WriteMethod): RegExp {
  return new RegExp(String.raw`\b${method}\b`)
}

/** Looks again for a change that is in doubt, without sending it; rejects as `settle` does. */
export async function lookAgain<T>(change: Change<T>, doubt: InDoubtError): Promise<T> {
  try {
    return await lookFor(change, doubt.cause, [0])
  } catch (error) {
    // People look again when the server has had its time.
    throw error instanceof InDoubtError && error.found === 'notYet' ? new InDoubtError('absent', doubt.cause) : error
  }
}

/** Gives the result if it is one of the API, which repeats the id of the table; throws an `UnconfirmedError` if not. */
export function confirmed(result: JsonText): JsonText {
  if (jsonKind(result) === 'object' && jsonMember(result, 'resource_id') !== undefined) return result
  throw new UnconfirmedError('The answer does not say that the change was stored')
}

/** Whether the change may have been stored although no answer said so. */
export function leavesDoubt(error: Error): boolean {
  if (error instanceof UnconfirmedError || error instanceof StoppedError) return true
  if (error instanceof NetworkError) return error.mayBeStored
  if (!(error instanceof ActionError)) return false
  if (error.status >= 500) return true
  // Below 300 only an error in the API's own form is a refusal: servers answer with a flag, a word or nothing at all.
  return error.status < 300 && !(error.problem === null && error.serverText.trimStart().startsWith('{'))
}

/** Whether the server may store the change after it has given up the connection. */
function mayComeLate(error: Error): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof StoppedError ||
    (error instanceof ActionError && error.status >= 502)
  )
}

async function lookFor<T>(change: Change<T>, cause: Error, waits: readonly number[]): Promise<T> {
  let isSeen = false
  for (const wait of waits) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      const made = await change.look()
      if (made !== null) return made
      isSeen = true
    } catch {
      isSeen = false
    }
  }
  if (!isSeen) throw new InDoubtError('notSeen', cause)
  throw new InDoubtError(mayComeLate(cause) ? 'notYet' : 'absent', cause)
}

/** Between the looks, in milliseconds. */
const WAITS_MS = [0, 1000, 2000]
