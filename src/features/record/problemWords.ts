import { recordWords } from '../../words/en/record.ts'
import { errorText } from '../result/failure.ts'
import type { DraftProblem } from './recordDraft.ts'
import '../result/laterWords.ts'

/** What is wrong with what was typed, in a sentence. */
export function problemWords(problem: DraftProblem): string {
  return problem.kind === 'notJson' ? errorText(problem.error) : recordWords.problems[problem.kind]
}
