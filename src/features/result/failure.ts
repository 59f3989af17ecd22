import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { problemOf as problemIn, type Problem, type ProblemCode, type Problems } from '../../protocol/problem.ts'
import { failureWords, problemSentences } from '../../words/en/problems.ts'
import { sentence, type ProblemSentences } from '../../words/problemSentences.ts'
import { laterModule } from '../../ui/later.tsx'
import type { RefusedQuery } from './readRefusal.ts'

/** An error in plain words: what is so, what to do, and the server's own text for those who want it. */
export interface Failure {
  readonly what: string
  readonly remedy: string | null
  readonly serverText: string | null
}

/** What was asked, and of which instance, for the sentences of a `Failure`. */
export type Asked = RefusedQuery

/** Says which problem a refusal is. */
type ReadRefusal = (error: ActionError, asked: RefusedQuery) => Problem

let known: Partial<ProblemSentences<Problems>> = problemSentences
let readRefusal: ReadRefusal | null = null

/** Takes sentences that the first view does without: `laterWords.ts` and `databaseWords.ts` bring them. */
export function learnSentences(sentences: Partial<ProblemSentences<Problems>>): void {
  known = { ...known, ...sentences }
}

/** Takes what reads answers that are no result. Called once, by `laterWords.ts`. */
export function learnToRead(read: ReadRefusal): void {
  readRefusal = read
}

/**
 * Loads those words. A client throws only after it has settled. What finds errors by itself, in files or fields, imports
 * `laterWords.ts`. Without them an error is named by its code alone.
 */
export const loadFailureWords = laterModule(async () => {
  await import('./laterWords.ts')
})

/** Any error of a query, explained. */
export function explainFailure(error: unknown, asked: Asked): Failure {
  if (!(error instanceof ActionError)) return { ...explainAlone(error), serverText: null }
  const { what, remedy } = explainProblem(readRefusal?.(error, asked) ?? problemOf(error))
  return {
    what,
    remedy: remedy ?? (error.kind === 'server' ? failureWords.tryAgain : null),
    serverText: error.serverText === '' ? null : error.serverText,
  }
}

function explainAlone(error: unknown): Pick<Failure, 'what' | 'remedy'> {
  const { what, remedy } = explainProblem(problemOf(error))
  const mayBeStored = error instanceof NetworkError && error.mayBeStored
  const remedies = [remedy ?? '', mayBeStored ? failureWords.mayBeStored : ''].filter(Boolean)
  return { what, remedy: remedies.length === 0 ? null : remedies.join(' ') }
}

/** Any error in one line, whatever was asked; a refusal in the server's own words. */
export function errorText(error: unknown): string {
  const { what, remedy } = explainAlone(error)
  return remedy === null ? what : `${what} ${remedy}`
}

/** What is so, and what to do. */
export function explainProblem<Code extends ProblemCode>(problem: Problem<Code>): Pick<Failure, 'what' | 'remedy'> {
  const found = known[problem.code]
  // Another tab may run a newer version of the page.
  if (found === undefined)
    return { what: 'said' in problem ? sentence(problem.said) : failureWords.unknown(problem.code), remedy: null }
  const { what, remedy = '' } = found
  const advice = typeof remedy === 'string' ? remedy : remedy(problem)
  return { what: typeof what === 'string' ? what : what(problem), remedy: advice === '' ? null : advice }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ActionError)) return problemIn(error)
  return error.problem ?? { code: 'serverFailed', said: error.message, remedy: null }
}
