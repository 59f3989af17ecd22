import { viewOfLink } from '../../workspace/keptQueries/keptQuery.ts'
import { openInNewSheet } from '../../workspace/sheets/sheets.ts'
import { emptyView, navigate, type View } from '../../workspace/view.ts'
import { wantColumn } from '../../workspace/wantedColumn.ts'
import type { JumpTarget } from './jumpTargets.ts'

/** What is shown when one jumps. */
export interface JumpFrom {
  readonly view: View
  /** How links name the instance. */
  readonly place: Pick<View, 'base' | 'prefix'>
  /** The table that is shown, by id. */
  readonly current: string | null
  readonly instanceId: string
}

/**
 * Goes to a target: to a table as it is, to a query, or to the column of a field, which is shown for it if it was left out;
 * `elsewhere` in a tab of its own. A command is given.
 */
export function jumpTo(target: JumpTarget, elsewhere: boolean, from: JumpFrom): void {
  if (target.kind === 'commands') return target.act?.()
  const next = viewOf(target, from)
  if (elsewhere) openInNewSheet(next, { instanceId: from.instanceId, table: tableOf(target) })
  else navigate(next)
  if (target.kind === 'fields') wantColumn({ resource: target.resource, column: target.field })
  return undefined
}

/** The title of the table that a target is about; null if that is not known. */
function tableOf(target: JumpTarget): string | null {
  return target.kind === 'tables' ? target.title : target.where || null
}

/** The view that a target other than a command leads to. */
export function viewOf(target: Exclude<JumpTarget, { kind: 'commands' }>, { view, place, current }: JumpFrom): View {
  if (target.kind === 'kept' || target.kind === 'recent') return viewOfLink(target.link, place)
  if (target.resource !== current) return { ...emptyView, ...place, resource: target.resource }
  if (target.kind === 'tables') return view
  const { columns } = view
  const isShown = columns === null || columns.includes(target.field)
  return { ...view, mode: 'filter', columns: isShown ? columns : [...columns, target.field] }
}
