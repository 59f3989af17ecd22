import type { Scope } from '../scope.ts'
import type { ClauseKind } from '../statement/query.ts'
import type { Phrase } from '../statement/phrase.ts'

/** What can follow an expression in every clause, the likeliest first. */
export const operatorWords: readonly string[] = [
  'AND',
  'OR',
  'IS NULL',
  'IS NOT NULL',
  'IN (',
  'LIKE',
  'ILIKE',
  'BETWEEN',
  'NOT IN (',
  'NOT LIKE',
  'IS DISTINCT FROM',
  'AT TIME ZONE',
  'COLLATE',
]

export const joinWords: readonly string[] = ['JOIN', 'LEFT JOIN', 'INNER JOIN', 'RIGHT JOIN', 'FULL JOIN', 'CROSS JOIN']

/** In the order in which they can stand. */
const ORDER: readonly { readonly kind: ClauseKind; readonly word: string }[] = [
  { kind: 'select', word: 'SELECT' },
  { kind: 'from', word: 'FROM' },
  { kind: 'where', word: 'WHERE' },
  { kind: 'group by', word: 'GROUP BY' },
  { kind: 'having', word: 'HAVING' },
  { kind: 'window', word: 'WINDOW' },
]
const JOINING = ['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']
const LAST: readonly { readonly kind: ClauseKind; readonly word: string }[] = [
  { kind: 'order by', word: 'ORDER BY' },
  { kind: 'limit', word: 'LIMIT' },
]

/** The clauses that can follow the one of the cursor, before those that are written already. */
export function laterClauses({ pieces, at }: Phrase, { arm, query, clause, range }: Scope): readonly string[] {
  const place = (kind: ClauseKind) => {
    const inArm = ORDER.findIndex((each) => each.kind === kind)
    if (inArm >= 0) return inArm
    const last = LAST.findIndex((each) => each.kind === kind)
    return last >= 0
      ? ORDER.length + 1 + last
      : kind === 'query' || kind === 'values'
        ? ORDER.length - 1
        : ORDER.length + LAST.length + 1
  }
  const from = place(clause)
  const later = arm.clauses.filter((each) => each.from > at)
  // A second SELECT lacks the UNION before it.
  const next = later.find((_, index) => !later.slice(0, index + 1).some((each) => each.kind === 'select'))
  const goesOn = next?.kind === 'limit' && pieces[next.from]?.word === 'offset' ? 1 : 0
  const lacksUnion = later.some(({ kind }) => kind === 'select')
  const isLastArm = query.arms.at(-1) === arm && !lacksUnion
  const to = Math.min(
    next ? place(next.kind) + goesOn : Number.POSITIVE_INFINITY,
    isLastArm ? Number.POSITIVE_INFINITY : ORDER.length,
  )
  // HAVING without GROUP BY is one group of all: hardly ever meant.
  const hasGroups = arm.clauses.some(({ kind }) => kind === 'group by')
  const inArm = ORDER.filter(
    ({ kind }, index) => index > from && index < to && kind !== 'window' && (kind !== 'having' || hasGroups),
  )
  const last = LAST.filter((_, index) => ORDER.length + 1 + index > from && ORDER.length + 1 + index < to)
  const joining = from <= ORDER.length && !next && (lacksUnion || isLastArm) ? JOINING : []
  const offset = clause === 'limit' && pieces[range.from]?.word === 'limit' && !next ? ['OFFSET'] : []
  return [...inArm.map(({ word }) => word), ...last.map(({ word }) => word), ...joining, ...offset]
}
