import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { withCharacters } from '../../protocol/json/jsonCharacters.ts'
import { GuardCount } from '../guardCount.ts'
import { uniqueNames } from '../uniqueNames.ts'

/**
 * Records as JSON objects, each on one line, with every value as the server sent it, digit for digit; what a record lacks is
 * not in its object. Columns of one name get a number, which `guards` counts.
 */
export function jsonObjects(fields: readonly Field[]): { write: (row: Row) => string; guards: GuardCount } {
  const guards = new GuardCount()
  const names = uniqueNames(fields.map(({ id }) => id))
  for (const [at, { id }] of fields.entries()) if (names[at] !== id) guards.add('renamed', names[at] ?? null)
  const keys = names.map((name) => JSON.stringify(name))
  return {
    guards,
    write(row) {
      const members = row.flatMap((value, at) =>
        value === undefined ? [] : [`${keys[at] ?? '""'}: ${onOneLine(withCharacters(value))}`],
      )
      return `{${members.join(', ')}}`
    },
  }
}

/** A line end can only stand between the parts of a JSON value. */
function onOneLine(source: string): string {
  return /[\r\n]/.test(source) ? source.replaceAll(/[\r\n]+/g, ' ') : source
}
