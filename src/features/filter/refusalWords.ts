import { ActionError } from '../../protocol/envelope.ts'
import { sentence } from '../../words/problemSentences.ts'
import { explainFailure, type Asked } from '../result/failure.ts'
import { readRefusal } from '../result/readRefusal.ts'

/** What follows the sentence that the server refused the filter: why, and what to do. */
export function refusalWords(error: Error, asked: Asked): string {
  const problem = error instanceof ActionError ? readRefusal(error, asked) : null
  // The sentence before already says that the server refused, and what: its own words are left.
  if (problem?.code === 'queryRefused') return sentence(problem.said.replace(/^filters: /, ''))
  const { what, remedy } = explainFailure(error, asked)
  return remedy === null ? what : `${what} ${remedy}`
}
