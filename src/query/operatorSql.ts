import { letterForms } from './letterForms.ts'
import { partNumbers, type DatePart } from './dates/datePart.ts'
import type { Condition } from './query.ts'
import { NEVER, sqlLiteral, sqlName } from './sqlText.ts'

/**
 * The type that CKAN gives a column of JSON in its database: a pair, of which the first half is the JSON.
 * `datastore_search` calls it `json` all the same.
 */
export const JSON_PAIR = 'nested'

/** What every record matches, or, without null, every one that has a value: the opposite of a comparison that has none. */
export function always({ field, withoutNull }: Condition): string {
  return withoutNull === true ? `${sqlName(field)} IS NOT NULL` : 'TRUE'
}

/** A comparison that is true where another one is false, and where the field is null, unless the condition says otherwise. */
export function orNull(condition: Condition, comparison: string): string {
  return condition.withoutNull === true ? comparison : `(${comparison} OR ${sqlName(condition.field)} IS NULL)`
}

/** `"title" ILIKE '%sed%'`; the signs that mean something in a pattern stand for themselves, and accents for both forms of them. */
export function like(
  { field, values: [value] }: Condition,
  not: '' | 'NOT ',
  [before, after]: readonly [string, string],
) {
  if (value === undefined) return NEVER
  const parts = letterForms(value).map((form) => {
    const pattern = `${before}${form.replaceAll(/[\\%_]/g, String.raw`\$&`)}${after}`
    return `${sqlName(field)} ${not}ILIKE ${sqlLiteral(pattern)}`
  })
  return parts.length === 1 ? parts.join('') : `(${parts.join(not === '' ? ' OR ' : ' AND ')})`
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

/**
 * A comparison of the text at a path of the field's JSON: `json_extract_path_text("data", 'a', '0') = 'x'`. It means the same as
 * `#>>`, which CKAN refuses.
 */
export function pathSql({ field, values: [path = '', value = ''] }: Condition, type: string, sign: string): string {
  const column = type === JSON_PAIR ? `(${sqlName(field)}).json` : sqlName(field)
  const read = /^jsonb$/i.test(type) ? 'jsonb_extract_path_text' : 'json_extract_path_text'
  const keys = path.split('.').map((key) => sqlLiteral(key))
  return `${read}(${[column, ...keys].join(', ')}) ${sign} ${sqlLiteral(value)}`
}

/** A comparison of a part of a date with its numbers: `date_part('isodow', "at") IN (6, 7)`. */
export function partSql(part: DatePart, { field, values }: Condition, type: string): string {
  const numbers = partNumbers(values)
  return numbers.length === 0 ? NEVER : `${datePart(part, field, type)} ${oneOf(numbers, ['=', 'IN'])}`
}

/**
 * The opposite of `partSql`. Infinity has no parts: it is among the others as null is, and not where null is left out.
 */
export function notPartSql(part: DatePart, condition: Condition, type: string): string {
  const numbers = partNumbers(condition.values)
  if (numbers.length === 0) return always(condition)
  if (condition.withoutNull !== true) return `(${partSql(part, condition, type)}) IS NOT TRUE`
  return `${datePart(part, condition.field, type)} ${oneOf(numbers, ['<>', 'NOT IN'])}`
}

function datePart(part: DatePart, field: string, type: string): string {
  return `date_part(${sqlLiteral(part)}, ${inUtc(type, sqlName(field))})`
}

/** A time as a statement reads it in UTC; one without a zone as it is. */
export function inUtc(type: string, column: string): string {
  return /^timestamp.*(?:tz$|with time zone)/i.test(type) ? `(${column} AT TIME ZONE 'UTC')` : column
}

function oneOf(numbers: readonly number[], [one, many]: readonly [string, string]): string {
  return numbers.length === 1 ? `${one} ${numbers.join('')}` : `${many} (${numbers.join(', ')})`
}
