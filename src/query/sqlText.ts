import type { Condition } from './query.ts'

/**
 * A name in double quotes, as in a statement. With signs that CKAN reads as something else wherever they stand, it is
 * written as `U&"Case \0023"`: to CKAN `#` and a backslash before a quote begin a second statement, and ` :word` is a parameter.
 */
export function sqlName(name: string): string {
  const quoted = `"${name.replaceAll('"', '""')}"`
  if (!isMisread(name)) return quoted
  return `U&${quoted.replaceAll(/[#:\\]/g, (sign) => `\\00${hexOf(sign)}`)}`
}

/** A literal that PostgreSQL casts to the type beside it. The same signs are escaped by their numbers: `E'\x23'`. */
export function sqlLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return /[#:\\]/.test(text) ? `E${quoted.replaceAll(/[#:\\]/g, (sign) => `\\x${hexOf(sign)}`)}` : quoted
}

/**
 * Whether CKAN, sqlparse or SQLAlchemy would take something in a text for a second statement, the end of a quote or a
 * parameter. To them `é` is a letter.
 */
export function isMisread(text: string): boolean {
  return /#|\\(?=[\\:'"]|$)|(?<![\w:]):[\p{L}\p{N}_$]/u.test(text)
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16)
}

/**
 * Whether values of that type are asked for as the texts of their JSON, as `datastore_search` gives them. In an answer to a
 * statement CKAN fails (500) at NaN and infinity among floats and at a date before Christ, and makes an infinite date one
 * of the year 9999.
 */
export function isAskedInTexts(type: string): boolean {
  return /^_?(?:float|real|double|date|timestamp)/i.test(type)
}

/** Such a column of a statement, under its own name. */
export function jsonTextSql(name: string): string {
  return `to_json(${sqlName(name)})::text AS ${sqlName(name)}`
}

/** What no record matches. */
export const NEVER = 'FALSE'

/** A comparison of the field with the condition's only value: `"area" > '100'`. Without a value it matches nothing. */
export function compared({ field, values: [value] }: Condition, sign: string): string {
  return value === undefined ? NEVER : `${sqlName(field)} ${sign} ${sqlLiteral(value)}`
}
