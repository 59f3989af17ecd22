import type { Field } from '../../protocol/field.ts'
import { withColumn } from '../../workspace/edits/columnEdits.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { showToast } from '../../ui/Toast.tsx'
import { columnsPanelWords } from '../../words/en/columns/columnsPanel.ts'
import { shownName } from '../../words/shownName.ts'

/** Asks for this column no longer, and says where it comes back; the last one stays. */
export function hideColumn(view: View, fields: readonly Field[], name: string): void {
  const isHidden = navigate(withColumn(view, fields, name, false))
  showToast(isHidden ? columnsPanelWords.hidden(shownName(name)) : columnsPanelWords.lastStays)
}
