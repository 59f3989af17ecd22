import type { FieldKind } from '../../protocol/field.ts'
import type { QueryBody } from '../../query/query.ts'
import { sentWords } from '../../query/words.ts'
import { activeWhere } from '../../query/where.ts'
import { shownRowsWords } from '../../words/en/filter/shownRows.ts'
import { sortWordsOf, whereSentence } from './sentence.ts'
import { shownName } from '../../words/shownName.ts'

/** A query in words, part by part: `matching “water”`, `where stage is active`, `limit 10`; none if it asks for everything. */
export function queryParts(query: QueryBody, kindOf: (field: string) => FieldKind): readonly string[] {
  const { search, where, sort, limit } = query
  const active = activeWhere(where)
  const keys = sort.map((key) => shownRowsWords.sortKey(shownName(key.field), sortWordsOf(key, kindOf(key.field))))
  return [
    ...(sentWords(search) === '' ? [] : [shownRowsWords.matching(search)]),
    ...(active === null ? [] : [shownRowsWords.where(whereSentence(active))]),
    ...(keys.length === 0 ? [] : [shownRowsWords.sortedBy(keys)]),
    ...(limit === null ? [] : [shownRowsWords.limit(limit)]),
  ]
}
