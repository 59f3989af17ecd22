import type { Sort } from '../../query/query.ts'
import { MisfitError } from '../misfit.ts'
import { wholeNumberIn } from './literal.ts'
import { namesIn, nodeIn, nodesIn, type Node } from './node.ts'
import { fieldIn, WORDS_COLUMN, type Table } from './table.ts'
import { wordsIn } from './wordsIn.ts'

/** The order of a statement: by fields, or best matches first, before other keys. */
export interface Order {
  readonly isRanked: boolean
  readonly keys: readonly Sort[]
}

/** Reads ORDER BY. `columns` are those of the statement, for numbers; null if it has all. */
export function orderIn(clause: unknown, columns: readonly string[] | null, table: Table): Order {
  const [first, ...others] = nodesIn(clause)
  if (first === undefined) return { isRanked: false, keys: [] }
  const isRanked = isRank(first, table)
  const keys = (isRanked ? others : [first, ...others]).map((node) => keyIn(node, columns, table))
  const seen = new Set<string>()
  return { isRanked, keys: keys.filter(({ field }) => !seen.has(field) && seen.add(field)) }
}

function keyIn({ kind, of }: Node, columns: readonly string[] | null, table: Table): Sort {
  if (kind !== 'SortBy' || of['sortby_dir'] === 'SORTBY_USING') throw new MisfitError('sort')
  const node = nodeIn(of['node'])
  const place = wholeNumberIn(node)
  const field = place === null ? fieldIn(node, table) : (columns?.[place - 1] ?? null)
  if (field === null || field === WORDS_COLUMN) throw new MisfitError('sort')
  const descending = of['sortby_dir'] === 'SORTBY_DESC'
  const nulls = of['sortby_nulls']
  const isFirst = nulls === 'SORTBY_NULLS_FIRST' || (descending && nulls === 'SORTBY_NULLS_DEFAULT')
  // `_id` is never null.
  return isFirst && field !== '_id' ? { field, descending, nullsFirst: true } : { field, descending }
}

/** `ts_rank("_full_text", to_tsquery(…), 32) DESC` */
function isRank({ of }: Node, table: Table): boolean {
  const node = nodeIn(of['node'])
  if (node.kind !== 'FuncCall' || namesIn(node.of['funcname']).join('.') !== 'ts_rank') return false
  const [column, words, how, ...more] = nodesIn(node.of['args'])
  const isMeant =
    column !== undefined &&
    fieldIn(column, table) === WORDS_COLUMN &&
    words !== undefined &&
    wordsIn(words) !== null &&
    how !== undefined &&
    wholeNumberIn(how) === 32 &&
    more.length === 0
  if (!isMeant || of['sortby_dir'] !== 'SORTBY_DESC') throw new MisfitError('sort')
  return true
}

/**
 * The keys without those at the end that the form adds by itself: `_id`, or, where alike records count once, the other
 * columns.
 */
export function askedKeys(
  { keys }: Order,
  {
    distinct,
    isSearch,
    isRanked,
  }: { readonly distinct: readonly string[] | null; readonly isSearch: boolean; readonly isRanked: boolean },
): readonly Sort[] {
  if (distinct !== null) {
    for (let count = 0; count < keys.length; count += 1) {
      const asked = keys.slice(0, count)
      const rest = distinct.filter((name) => !asked.some(({ field }) => field === name))
      const added = keys.slice(count)
      const isAdded = added.length === rest.length && added.every((key, at) => isPlain(key) && key.field === rest[at])
      if (isAdded) return asked
    }
    return keys
  }
  const last = keys.at(-1)
  const isOnly = keys.length === 1 && !isRanked && isSearch
  return last !== undefined && last.field === '_id' && isPlain(last) && !isOnly ? keys.slice(0, -1) : keys
}

function isPlain({ descending, nullsFirst }: Sort): boolean {
  return !descending && nullsFirst !== true
}
