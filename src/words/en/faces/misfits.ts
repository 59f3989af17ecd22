import type { Messages } from '../../catalogue.ts'
import { catalogue } from '../../catalogue.ts'

const named = (what: string, detail: string | undefined) => (detail === undefined ? what : `${what} (${detail})`)

/** Why a statement or pasted text can't become a query of the form: one clause each, after “It doesn't fit: ”. */
export const misfitWords = catalogue('misfits', {
  syntax: (detail?: string) => named('it is not SQL that PostgreSQL reads', detail),
  tooDeep: () => 'it has too many brackets in each other',
  severalStatements: () => 'it is more than one statement',
  notSelect: () => 'it is not a SELECT',
  with: () => 'it begins with WITH',
  union: () => 'it joins results (UNION and the like)',
  join: () => 'it reads more than one table',
  subquery: () => 'it has a SELECT inside',
  noTable: () => 'it reads no table',
  schema: () => 'its table is in another schema',
  aggregate: (detail?: string) => named('it sums up records', detail),
  groupBy: () => 'it groups records',
  window: () => 'it has a window function',
  lock: () => 'it locks records',
  distinctOn: () => 'it has DISTINCT ON',
  offset: () => 'it leaves out the first records (OFFSET)',
  limit: () => 'its limit is not a plain number',
  renamed: (detail?: string) => named('it renames a column', detail),
  column: (detail?: string) => named('it names a column that this table does not show', detail),
  twice: () => 'it names a column twice',
  function: (detail?: string) => named('it calls a function', detail),
  expression: () => 'it has an expression that no filter says',
  constant: () => 'it has a condition without a field',
  null: () => 'it compares with NULL, which nothing equals; write IS NULL',
  cast: (detail?: string) => named('it casts to another type', detail),
  types: (detail?: string) => named('it compares a field with a value of another type', detail),
  case: () => 'LIKE tells upper from lower case, which no filter does; ILIKE does not',
  pattern: () => 'its pattern is more than “contains”, “starts with” or “ends with”',
  notAny: () => 'NOT … = ANY leaves out lists with null in them, which no filter does',
  words: () => 'its search for words is not one that the form makes',
  sort: () => 'its order is not one by fields',
  json: () => 'part of it is not JSON',
  noResource: () => 'it names no table (resource_id)',
  parameter: (detail?: string) => named('it has a parameter that the form lacks', detail),
  filter: (detail?: string) => named('it has a filter that the form lacks', detail),
  unreadable: () => 'it is neither SQL, nor JSON of datastore_search, nor a link of Rowan',
} satisfies Messages)
