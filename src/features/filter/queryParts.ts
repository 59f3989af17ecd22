import type { FieldKind } from '../../protocol/field.ts'
import type { QueryBody } from '../../query/query.ts'
import { sentWords } from '../../query/toSearch.ts'
import { activeWhere } from '../../query/where.ts'
import { shownRowsWords } from '../../words/en/filter/shownRows.ts'
import { orderWords, whereSentence } from './sentence.ts'

/** A query in words, part by part: `matching “water”`, `where stage is active`, `limit 10`; none if it asks for everything. */
export function queryParts(query: QueryBody, kindOf: (field: string) => FieldKind): readonly string[] {
  const { search, where, sort, limit } = query
  const active = activeWhere(where)
  const keys = sort.map(({ field, descending }) => shownRowsWords.sortKey(field, orderWords(kindOf(field), descending)))
  return [
    ...(sentWords(search) === '' ? [] : [shownRowsWords.matching(search)]),
    ...(active === null ? [] : [shownRowsWords.where(whereSentence(active))]),
    ...(keys.length === 0 ? [] : [shownRowsWords.sortedBy(keys)]),
    ...(limit === null ? [] : [shownRowsWords.limit(limit)]),
  ]
}
