import './faultWords.ts'
import type { TextRange } from '../../../editor/textRange.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { explainFailure, explainProblem, type Asked, type Failure } from '../../result/failure.ts'
import { readRefusal } from '../../result/readRefusal.ts'
import type { SqlFix } from './sqlFix.ts'
import { readFault, type Surroundings } from './readFault.ts'
import '../../result/laterWords.ts'

/** Why a statement has no answer, and where in its text that lies. */
export interface StatementFailure {
  readonly failure: Failure
  /** As it was sent; null if no place of it is to blame, or none is known. */
  readonly range: TextRange | null
  readonly fix: SqlFix | null
}

/** What was asked, and what is known of the tables. */
export type AskedStatement = Asked & Omit<Surroundings, 'instance' | 'hasToken'>

/** Explains an error of a statement as it was sent. */
export function explainStatement(error: unknown, sent: string, asked: AskedStatement): StatementFailure {
  const explained = explainFailure(error, asked)
  if (!(error instanceof ActionError)) return { failure: explained, range: null, fix: null }
  // With its lines and its caret as PostgreSQL drew them, where the body holds them twice and escaped.
  const failure =
    error.kind === 'sql' && error.problem === null ? { ...explained, serverText: error.message.trim() } : explained
  if (sent.length > LONGEST) return { failure, range: null, fix: null }
  const plain = error.problem ?? readRefusal(error, asked)
  const fault = readFault(error, sent, plain, asked)
  if (fault === null) return { failure, range: null, fix: null }
  const isPlain = fault.problem === plain
  return {
    failure: isPlain ? failure : { ...failure, ...explainProblem(fault.problem) },
    range: fault.range,
    fix: fault.fix,
  }
}

/** Of longer statements only the server's words are shown: to look through millions of values would hold the page up. */
export const LONGEST = 100_000
