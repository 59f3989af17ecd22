import { changedSinceWords } from '../../../words/en/record/changedSince.ts'
import type { Asked, Failure } from '../../result/failure.ts'
import { writeFailure } from '../../write/writeFailure.ts'
import { GoneError } from './changedSince.ts'

/** Why a record was not changed, or isn't known to be. */
export function editFailure(error: Error, asked: Asked): Failure {
  if (error instanceof GoneError) return { what: changedSinceWords.gone, remedy: null, serverText: null }
  return writeFailure(error, asked)
}
