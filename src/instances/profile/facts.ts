import type { Fact } from './fact.ts'
import { answerSizeFacts } from './facts/answerSize.ts'
import { rangeFilterFacts } from './facts/rangeFilters.ts'
import { requestFacts } from './facts/requests.ts'
import { serviceFacts } from './facts/service.ts'
import { sqlFacts } from './facts/sql.ts'
import { tableFacts } from './facts/tables.ts'
import { tokenFacts } from './facts/token.ts'

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
