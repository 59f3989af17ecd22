import { valuesText } from '../../../query/parameterValues.ts'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import { openSheet, sheets, showSheet } from '../../../workspace/sheets/sheets.ts'
import { emptyView, type View } from '../../../workspace/view.ts'

export interface OpenedFrom {
  readonly instanceId: string
  readonly view: Pick<View, 'base' | 'prefix' | 'resource'>
  /** The title of the table that is open; null while unknown. */
  readonly table: string | null
}

/** Puts what was run into the editor of a new tab, where it waits to be run. */
export function openRunInTab(run: HistoryRun, { instanceId, view, table }: OpenedFrom): void {
  const { base, prefix, resource } = view
  const next: View = { ...emptyView, base, prefix, resource, mode: 'sql' }
  const sheet = openSheet(next, { instanceId, table })
  const parameters = valuesText(run.parameters)
  sheets.write(sheet.id, { text: run.text, lastRun: null, ...(parameters === '' ? {} : { parameters }) })
  showSheet(sheet.id, next)
}
