import { recordWords } from '../../../words/en/record/record.ts'
import { errorText } from '../../result/failure.ts'
import type { DraftProblem } from './recordDraft.ts'
import '../../result/laterWords.ts'

/** What is wrong with what was typed, in a sentence. */
export function problemWords(problem: DraftProblem): string {
  if (problem.kind === 'notJson') return errorText(problem.error)
  if (!('text' in problem)) return recordWords.problems[problem.kind]
  if ('instead' in problem) return recordWords.misread[problem.kind](problem.text, problem.instead)
  return recordWords.misread[problem.kind](problem.text)
}
