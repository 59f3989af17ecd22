import { ckanFunctions } from '../protocol/ckanFunctions.ts'
import { sqlFunctions } from '../protocol/sqlFunctions.ts'

/** What a server lets through: `ckan` and `rowan` only the functions of their lists, and CKAN no FILTER. */
export type Dialect = 'ckan' | 'rowan' | 'any'

/** The functions that a server lets through; null if it lets all. `named`: those that it says itself. */
export function functionsOfDialect(dialect: Dialect, named: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (dialect === 'any') return null
  return dialect === 'ckan' ? ckanFunctions : (named ?? sqlFunctions)
}
