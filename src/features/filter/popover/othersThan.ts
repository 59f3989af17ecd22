import type { Field } from '../../../protocol/field.ts'
import { datedQuery } from '../../../query/datedQuery.ts'
import type { Query } from '../../../query/query.ts'
import { recordsOf } from '../../../query/recordsOf.ts'
import { withPartAt, type Path } from '../../../query/treePaths.ts'
import { activeParts } from '../../../query/where.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import type { View } from '../../../workspace/view.ts'

/**
 * The records that meet everything but the condition at the path, whose group, if it is in one, is left out as a whole: in
 * it a condition may be one of several that a record can meet.
 */
export function othersThan(view: View, path: Path | null, resource: string, fields: readonly Field[]): Query {
  const [place] = path ?? []
  const where = place === undefined ? view.where : withPartAt(view.where, [place], null)
  return recordsOf(datedQuery({ ...queryOf(view, resource), where }, fields))
}

/** Whether a query leaves out any records of its table. */
export function isWithin({ search, where }: Query): boolean {
  return search !== '' || activeParts(where).length > 0
}
