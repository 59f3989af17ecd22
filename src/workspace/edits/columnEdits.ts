import { fieldKind, type Field } from '../../protocol/field.ts'
import { shownColumns } from '../../query/columns.ts'
import type { View } from '../view.ts'

/** The view with these columns, in this order; with all of the table in its own order it says so. None can't be asked for. */
export function withColumns(view: View, fields: readonly Field[], columns: readonly string[]): View {
  if (columns.length === 0) return view
  const isAll = columns.length === fields.length && columns.every((name, at) => name === fields[at]?.id)
  return sortable({ ...view, columns: isAll ? null : columns })
}

/** The view with one column more, in its place in the table, or with one less. */
export function withColumn(view: View, fields: readonly Field[], name: string, isShown: boolean): View {
  const columns = shownColumns(view, fields)
  if (columns.includes(name) === isShown) return view
  if (!isShown) {
    return withColumns(
      view,
      fields,
      columns.filter((each) => each !== name),
    )
  }
  const placeOf = (id: string) => fields.findIndex((field) => field.id === id)
  const after = columns.findIndex((each) => placeOf(each) > placeOf(name))
  return withColumns(view, fields, columns.toSpliced(after === -1 ? columns.length : after, 0, name))
}

/**
 * The view in which records that are alike in the columns shown count as one, or no longer. Every record has an `_id` of
 * its own, and PostgreSQL can't compare JSON, so neither is among the columns that it begins with.
 */
export function withDistinct(view: View, fields: readonly Field[], isDistinct: boolean): View {
  const { distinct: _, ...rest } = view
  if (!isDistinct) return withColumns(rest, fields, shownColumns(view, fields))
  const kindOf = (name: string) => fieldKind(fields.find(({ id }) => id === name)?.type ?? '')
  const columns = shownColumns(view, fields).filter((name) => name !== '_id' && kindOf(name) !== 'json')
  return columns.length === 0 ? view : sortable({ ...rest, distinct: true, columns })
}

/** Records of which alike ones count as one can be sorted by what is shown only. */
function sortable(view: View): View {
  const { distinct, columns, sort } = view
  return distinct === true && columns !== null
    ? { ...view, sort: sort.filter(({ field }) => columns.includes(field)) }
    : view
}
