import { ActionError } from '../../protocol/envelope.ts'
import { explainFailure, type Asked } from '../result/failure.ts'
import { readRefusal } from '../result/readRefusal.ts'

/** Says why something could not be worked out, in one sentence. */
export function explainWith(asked: Asked) {
  return (error: Error): string => explainFailure(error, asked).what
}

/** Whether it only took too long. */
export function isTimeout(asked: Asked) {
  return (error: Error): boolean => {
    if (!(error instanceof ActionError)) return false
    const { code } = error.problem ?? readRefusal(error, asked)
    return code === 'queryTooSlow' || code === 'proxyTimedOut'
  }
}
