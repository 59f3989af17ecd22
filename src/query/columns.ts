import type { Field } from '../protocol/field.ts'
import type { QueryBody } from './query.ts'

/** The columns that were chosen; null is all. None at all, as a link may say, can't be asked for, so that means all, too. */
export function chosenColumns({ columns }: Pick<QueryBody, 'columns'>): readonly string[] | null {
  return columns?.length === 0 ? null : columns
}

/** The names of the columns shown, in order; `fields` are the table's. */
export function shownColumns(
  query: Pick<QueryBody, 'columns' | 'distinct'>,
  fields: readonly Field[],
): readonly string[] {
  const columns = chosenColumns(query)
  if (columns !== null) return columns
  const all = fields.map(({ id }) => id)
  return query.distinct === true ? all.filter((id) => id !== '_id') : all
}

/**
 * The query with `_id` among its columns, by which its records are told apart and opened, whether or not it is shown.
 * Alike records that count as one have no `_id` of their own. `fields` are the table's, null while unknown.
 */
export function withId<Asked extends QueryBody>(query: Asked, fields: readonly Field[] | null): Asked {
  const { columns, distinct } = query
  const hasId = fields === null || fields.some(({ id }) => id === '_id')
  if (columns === null || distinct === true || columns.includes('_id') || !hasId) return query
  return { ...query, columns: ['_id', ...columns] }
}

/** The query whose records stand at the same places, whichever columns are shown of them. */
export function withoutColumns<Asked extends QueryBody>(query: Asked): Asked {
  // Which records are alike depends on the columns.
  return query.distinct === true ? query : { ...query, columns: null }
}

/** The fields of an answer that were chosen, in the order in which they were; null chooses all. */
export function chosenFields(columns: readonly string[] | null, fields: readonly Field[]): readonly Field[] {
  return columns === null ? fields : columns.flatMap((name) => fields.find(({ id }) => id === name) ?? [])
}
