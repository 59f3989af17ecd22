import type { Field } from '../../../protocol/field.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import type { View } from '../../../workspace/view.ts'

/** The names that a view is sorted by and that no field has; none while the fields are not known. */
export function unknownSorts(view: Pick<View, 'sort'>, fields: readonly Field[] | null): readonly string[] {
  if (fields === null || fields.length === 0) return []
  return view.sort.map(({ field }) => field).filter((name) => !fields.some(({ id }) => id === name))
}

/** The view without what it is sorted by and no field has; the same object if there is nothing like that. */
export function withKnownSort(view: View, fields: readonly Field[] | null): View {
  const unknown = unknownSorts(view, fields)
  return unknown.length === 0 ? view : { ...view, sort: view.sort.filter(({ field }) => !unknown.includes(field)) }
}

/** Whether a server refused to sort like that, so that the fields have to show whether there are such columns. */
export function isSortRefused(error: Error | null, view: Pick<View, 'sort'>): boolean {
  if (!(error instanceof ActionError) || view.sort.length === 0) return false
  const text = [error.message, ...(error.fields['sort'] ?? [])].join('\n')
  return error.fields['sort'] !== undefined || view.sort.some(({ field }) => text.includes(field))
}
