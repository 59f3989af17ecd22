import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { problemOf as problemIn, type Problem, type ProblemCode, type Problems } from '../../protocol/problem.ts'
import { failureWords, problemSentences } from '../../words/en/problems.ts'
import { sentence, type ProblemSentences } from '../../words/problemSentences.ts'
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

/** Any error of a query, explained. */
export function explainFailure(error: unknown, asked: Asked): Failure {
  if (!(error instanceof ActionError)) return { ...explainAlone(error), serverText: longWords(error) }
  const { what, remedy } = explainProblem(inShort(readRefusal?.(error, asked) ?? problemOf(error)))
  return {
    what,
    remedy: remedy ?? (error.kind === 'server' ? failureWords.tryAgain : null),
    serverText: error.serverText === '' ? null : error.serverText,
  }
}

function explainAlone(error: unknown): Pick<Failure, 'what' | 'remedy'> {
  const { what, remedy } = explainProblem(inShort(problemOf(error)))
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

/** The problem with no more of foreign words than about two lines hold: the server's text has the rest. */
function inShort(problem: Problem): Problem {
  const short = Object.entries(problem).map(([name, value]: [string, unknown]) => [
    name,
    FOREIGN.has(name) && typeof value === 'string' ? shortened(value) : value,
  ])
  return Object.assign({ ...problem }, Object.fromEntries(short))
}

/** Parameters of problems in words that are not the page's own. */
const FOREIGN: ReadonlySet<string> = new Set(['said', 'remedy', 'hint', 'text'])

/** Characters of foreign words: about two lines. */
const MOST_FOREIGN = 160

function shortened(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain.length <= MOST_FOREIGN) return text
  const words = plain.slice(0, MOST_FOREIGN).replace(/\s+\S{0,30}$/, '')
  return `${words} …`
}

/** The whole of the words that were shortened; null if none were. */
function longWords(error: unknown): string | null {
  const problem = problemOf(error)
  return problem.code === 'foreign' && problem.text.length > MOST_FOREIGN ? problem.text : null
}
