import type { Condition } from './query.ts'

/** A name in double quotes, as in a statement. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A literal that PostgreSQL casts to the type beside it. Colons and backslashes are escaped by their numbers: CKAN takes
 * ` :word` for a parameter and a backslash before a quote for a second statement.
 */
export function sqlLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  if (!/[:\\]/.test(text)) return quoted
  return `E${quoted.replaceAll('\\', String.raw`\x5c`).replaceAll(':', String.raw`\x3a`)}`
}

/** What no record matches. */
export const NEVER = 'FALSE'

/** A comparison of the field with the condition's only value: `"area" > '100'`. Without a value it matches nothing. */
export function compared({ field, values: [value] }: Condition, sign: string): string {
  return value === undefined ? NEVER : `${sqlName(field)} ${sign} ${sqlLiteral(value)}`
}
