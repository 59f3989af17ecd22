import type { Condition } from './query.ts'
import { NEVER, sqlLiteral, sqlName } from './sqlText.ts'

/** What every record matches, or, without null, every one that has a value: the opposite of a comparison that has none. */
export function always({ field, withoutNull }: Condition): string {
  return withoutNull === true ? `${sqlName(field)} IS NOT NULL` : 'TRUE'
}

/** A comparison that is true where another one is false, and where the field is null, unless the condition says otherwise. */
export function orNull(condition: Condition, comparison: string): string {
  return condition.withoutNull === true ? comparison : `(${comparison} OR ${sqlName(condition.field)} IS NULL)`
}

/** `"title" ILIKE '%sed%'`; the signs that mean something in a pattern stand for themselves. */
export function like(
  { field, values: [value] }: Condition,
  not: '' | 'NOT ',
  [before, after]: readonly [string, string],
) {
  if (value === undefined) return NEVER
  const pattern = `${before}${value.replaceAll(/[\\%_]/g, String.raw`\$&`)}${after}`
  return `${sqlName(field)} ${not}ILIKE ${sqlLiteral(pattern)}`
}

/** The opposite of `like`. */
export function notLike(condition: Condition, around: readonly [string, string]): string {
  return condition.values.length === 0 ? always(condition) : orNull(condition, like(condition, 'NOT ', around))
}

/**
 * All words in any of their forms, as CKAN compares `q` of one field. The language is the one of every search, on both
 * sides: a database may have another one by default.
 */
export function matchesSql({ field, values: [words] }: Condition): string {
  if (words === undefined) return NEVER
  return `to_tsvector('english', ${sqlName(field)}) @@ plainto_tsquery('english', ${sqlLiteral(words)})`
}

/** A comparison of the text at a path of the JSON in that column: `"data" #>> '{"a","0"}' = 'x'`. */
export function pathSql({ values: [path = '', value = ''] }: Condition, column: string, sign: string): string {
  const keys = path.split('.').map((key) => `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
  return `${column} #>> ${sqlLiteral(`{${keys.join(',')}}`)} ${sign} ${sqlLiteral(value)}`
}
