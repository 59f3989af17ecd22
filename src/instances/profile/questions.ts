import type { FactValues } from './facts.ts'
import type { Probing } from './probing.ts'
import { askAnswerSize } from './questions/answerSize.ts'
import { askRangeFilters } from './questions/rangeFilters.ts'
import { askSql } from './questions/sql.ts'

/** What the probe asks beside "who are you" and the token; `first` at once, `second` when the server has said what it is. */
export const QUESTIONS = {
  first: [askSql],
  second: [askAnswerSize, askRangeFilters],
} satisfies {
  readonly first: readonly ((probing: Pick<Probing, 'ask'>) => Promise<Partial<FactValues>>)[]
  readonly second: readonly ((probing: Probing) => Promise<Partial<FactValues>>)[]
}
