import type { Fact } from './fact.ts'
import { answerSizeFacts, askAnswerSize } from './facts/answerSize.ts'
import { askRangeFilters, rangeFilterFacts } from './facts/rangeFilters.ts'
import { requestFacts } from './facts/requests.ts'
import { serviceFacts } from './facts/service.ts'
import { askSql, sqlFacts } from './facts/sql.ts'
import { tableFacts } from './facts/tables.ts'
import { tokenFacts } from './facts/token.ts'
import type { Probing } from './probing.ts'

/** Everything that can be known about a server. A new fact is a file in `facts/` and a line here. */
const all = {
  ...serviceFacts,
  ...tableFacts,
  ...sqlFacts,
  ...answerSizeFacts,
  ...rangeFilterFacts,
  ...tokenFacts,
  ...requestFacts,
}

/** What the probe asks beside "who are you" and the token; `first` at once, `second` when the server has said what it is. */
export const QUESTIONS = {
  first: [askSql],
  second: [askAnswerSize, askRangeFilters],
} satisfies {
  readonly first: readonly ((probing: Pick<Probing, 'ask'>) => Promise<Partial<FactValues>>)[]
  readonly second: readonly ((probing: Probing) => Promise<Partial<FactValues>>)[]
}

export type FactName = keyof typeof all

/** The value of each fact. */
export type FactValues = { readonly [Name in FactName]: (typeof all)[Name]['unknown'] }

/** What the probe finds out and the capability card shows: the facts that last for a day. */
export type Capabilities = Pick<
  FactValues,
  { [Name in FactName]: (typeof all)[Name]['lasts'] extends 'day' ? Name : never }[FactName]
>

/** How each fact is kept, by its name. */
export const FACTS: { readonly [Name in FactName]: Fact<FactValues[Name]> } = all

/** The names of all facts. */
export const FACT_NAMES = namesOf(all)

function namesOf<Table extends Readonly<Record<string, unknown>>>(table: Table): readonly (keyof Table & string)[] {
  const names: (keyof Table & string)[] = []
  for (const name in table) names.push(name)
  return names
}
