import type { AnswerProblems, Refusals } from '../../protocol/problem.ts'
import { answerSentences } from '../../words/en/answerProblems.ts'
import { refusalSentences } from '../../words/en/refusals.ts'
import type { ProblemSentences } from '../../words/problemSentences.ts'

export { readRefusal } from './readRefusal.ts'

/** The sentences that the first rows do without, by code. */
export const laterSentences: ProblemSentences<AnswerProblems & Refusals> = { ...answerSentences, ...refusalSentences }
