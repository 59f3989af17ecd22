import { operatorOf } from '../../../query/operators/registry.ts'
import type { Where } from '../../../query/query.ts'
import { unsaidBySearch, type FilterKind } from '../../../query/searchFilters.ts'
import { wayWords } from '../../../words/en/filter/way.ts'

/** What filters of that kind lack for these conditions, in words: `no group`, `no “contains”`; at most three. */
export function lacks(where: Where, can: FilterKind): readonly string[] {
  const found = unsaidBySearch(where, can).map((part) =>
    'field' in part ? wayWords.no(operatorOf(part.op).words.name) : wayWords.noGroup,
  )
  return [...new Set(found)].slice(0, MOST_NAMED)
}

const MOST_NAMED = 3
