import { operatorOf } from '../../../query/operators/registry.ts'
import type { Field } from '../../../protocol/field.ts'
import { wordsOf } from '../../../query/operator.ts'
import { datedQuery, unsaidParts } from '../../../query/datedQuery.ts'
import { countsAlikeOnce, type Query, type Where } from '../../../query/query.ts'
import { joinsForSure, unsaidBySearch, type FilterKind } from '../../../query/searchFilters.ts'
import { activeParts, partsOf } from '../../../query/where.ts'
import { routeWords } from '../../../words/en/filter/route.ts'

/** What filters of that kind lack for this query, in words: `no group`, `no “contains”`; at most three. */
export function lacks(
  query: Pick<Query, 'where' | 'columns' | 'distinct'>,
  fields: readonly Field[] | null,
  can: FilterKind,
): readonly string[] {
  const { where } = query
  const unsaid = unsaidParts(where, fields, can)
  const isSayable = (part: Where) => unsaidBySearch(dated(part, fields), can).length === 0
  const found = unsaid.every((part) => isSayable(part))
    ? unsaid.length === 0
      ? []
      : [routeWords.noRoom]
    : unsaid.flatMap((part) => lacksOf(part, fields, can))
  // Only the database knows whether two texts are one value.
  const joins = can === 'equality' && unsaid.length === 0 && !joinsForSure(dated(where, fields))
  const alike = can === 'equality' && countsAlikeOnce(query)
  const all = [...found, ...(joins ? [routeWords.noTwoOnOne] : []), ...(alike ? [routeWords.noAlikeOnce] : [])]
  return [...new Set(all)].slice(0, MOST_NAMED)
}

function lacksOf(part: Where, fields: readonly Field[] | null, can: FilterKind): readonly string[] {
  if (!('field' in part)) {
    if (can === 'equality') return [routeWords.noGroup]
    if (part.not === true) return [routeWords.noInvertedGroup]
    const inside = activeParts({ all: partsOf(part) }).filter(
      (each) => unsaidBySearch(dated(each, fields), can).length > 0,
    )
    return inside.length === 0 ? [routeWords.noRoom] : inside.flatMap((each) => lacksOf(each, fields, can))
  }
  const { takes, toSearch } = operatorOf(part.op)
  const words = wordsOf(operatorOf(part.op), part, fields ?? [])
  // `is` is said of this year, too.
  if (takes === 'named') return [routeWords.noNamedPeriod]
  // The operator can be said, but the time is written as a day or a second, which is a range of times.
  return [
    toSearch(part)?.anyOf.every((value) => typeof value === 'string') === true
      ? routeWords.noWholeTime(words.name)
      : routeWords.no(words.name),
  ]
}

function dated(where: Where, fields: readonly Field[] | null): Where {
  return datedQuery({ where, columns: null }, fields).where
}

const MOST_NAMED = 3
