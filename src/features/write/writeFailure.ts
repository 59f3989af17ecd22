import { writeWords } from '../../words/en/write.ts'
import { failureWords } from '../../words/en/problems.ts'
import { explainWrite, storedWords } from '../result/explainWrite.ts'
import type { Asked, Failure } from '../result/failure.ts'
import { isReadOnlyRefusal } from './force.ts'
import { InDoubtError, StoppedError, UnconfirmedError } from './settled.ts'
import '../result/laterWords.ts'

/** Why a change was not made, or isn't known to be: what is so, and what the page found when it looked. */
export function writeFailure(error: Error, asked: Asked): Failure {
  if (isReadOnlyRefusal(error)) {
    return { ...explainWrite(error, asked), what: writeWords.readOnly(asked.instance), remedy: writeWords.lostOnReload }
  }
  if (!(error instanceof InDoubtError)) return explainWrite(error, asked)
  const { cause } = error
  const { what, serverText } =
    cause instanceof UnconfirmedError || cause instanceof StoppedError
      ? { what: cause instanceof StoppedError ? writeWords.stopped : writeWords.unconfirmed, serverText: null }
      : explainWrite(cause, asked)
  return { what, remedy: writeWords.found[error.found], serverText }
}

/** What is in the table after this error ended a load of which `loaded` records are stored; `remedy` is the error's own. */
export function storedAfter(error: Error, loaded: number, remedy: string | null): string {
  if (!(error instanceof InDoubtError)) return [remedy, storedWords(error, loaded)].filter(Boolean).join(' ')
  return error.isOpen ? failureWords.storedPerhapsMore(loaded) : failureWords.storedNoMore(loaded)
}
