import type { Field } from '../../protocol/field.ts'
import { sqlWords } from '../../words/en/sql.ts'
import { isolated } from '../../words/isolated.ts'

/** What is said about columns with the same name whose values did not all arrive (`SqlAnswer.lost`); null if there are none. */
export function lostWords(fields: readonly Field[], lost: readonly string[]): string | null {
  const [first, ...others] = lost
  if (first === undefined) return null
  if (others.length > 0) return sqlWords.lost.several(lost.map(isolated).join(', '))
  const count = fields.filter(({ id }) => id === first).length
  return count === 2 ? sqlWords.lost.two(first) : sqlWords.lost.many(count, first)
}
