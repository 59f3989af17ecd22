import type { Field } from '../../src/protocol/field.ts'
import { datedQuery } from '../../src/query/datedQuery.ts'
import type { Query, Where } from '../../src/query/query.ts'
import { emptyView } from '../../src/workspace/view.ts'
import { queryOf } from '../../src/workspace/edits/viewEdits.ts'

/** What a view with these conditions asks of a table today. */
export function viewedToday(resource: string, where: Where, fields: readonly Field[]): Query {
  return datedQuery(queryOf({ ...emptyView, columns: ['_id'], where }, resource), fields)
}
