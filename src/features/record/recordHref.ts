import { newConditionId } from '../../query/where.ts'
import { emptyView, encodeView, type View } from '../../workspace/view.ts'

/** The address of this page that shows one record of a table, by its `_id`, whatever else was asked. */
export function recordHref({ base, prefix }: View, resource: string, id: string): string {
  const where = { all: [{ id: newConditionId(), field: '_id', op: 'is', values: [id] }] }
  const { origin, pathname } = window.location
  return `${origin}${pathname}#${encodeView({ ...emptyView, base, prefix, resource, where })}`
}
