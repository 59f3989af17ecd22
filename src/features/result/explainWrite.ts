import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import type { Problem } from '../../protocol/problem.ts'
import { failureWords } from '../../words/en/problems.ts'
import { explainFailure, explainProblem, type Asked, type Failure } from './failure.ts'
import './laterWords.ts'

/** Any error of a writing call, explained: what is so, and what to do about it. */
export function explainWrite(error: Error, asked: Asked): Failure {
  if (!(error instanceof ActionError) || error.kind === 'server') return explainFailure(error, asked)
  if (error.problem !== null && error.kind !== 'notAuthorized') return explainFailure(error, asked)
  const serverText = error.serverText === '' ? null : error.serverText
  return { ...explainProblem(readWriteRefusal(error, asked)), serverText }
}

function readWriteRefusal(error: ActionError, { instance, hasToken, makesTable = false }: Asked): Problem {
  if (error.kind === 'notAuthorized') return { code: 'writeForbidden', instance, hasToken }
  if (error.kind === 'notFound' && makesTable) return { code: 'placeNotFound', said: error.message, instance }
  return { code: 'writeRefused', said: reasonOf(error), instance }
}

/** What is in the table after this error ended a load of which `loaded` records were acknowledged; goes after the remedy. */
export function storedWords(error: Error, loaded: number): string {
  // The remedy has said that there may be more.
  if (error instanceof NetworkError && error.mayBeStored) return failureWords.storedForCertain(loaded)
  if (error instanceof ActionError && error.kind === 'server') return failureWords.storedPerhapsMore(loaded)
  return failureWords.storedNoMore(loaded)
}

/** The server's words without the number of the record, which counts within its batch. */
export function reasonOf(error: ActionError): string {
  const words = Object.entries(error.fields).flatMap(([name, messages]) => (name === 'records_row' ? [] : messages))
  return words.length > 0 ? words.join('; ') : error.message
}
