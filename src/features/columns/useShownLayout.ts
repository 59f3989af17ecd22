import { useMemo } from 'react'
import { chosenColumns } from '../../query/columns.ts'
import type { Field } from '../../protocol/field.ts'
import { layoutOfText, layoutText, type ColumnLayout } from '../../rows/columnLayout.ts'
import { arrangedColumns, withLayoutEdit, type LayoutEdit } from '../../rows/layoutEdits.ts'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { useTableLayout } from '../../workspace/sheets/sheets.ts'
import { currentView, navigate, type View } from '../../workspace/view.ts'
import { idsInOrder, narrowLayout, shownLayout } from './shownLayout.ts'

/**
 * How the records of a view are laid out, and what changes that: the change is in the view's link, and on this device for
 * the next view of its table. `fields` are those of the records. The same object as long as nothing changes.
 */
export function useArrangement(
  { instanceId, tableId, view }: { readonly instanceId: string; readonly tableId: string | null; readonly view: View },
  fields: readonly Field[],
) {
  const { layout: kept, keep } = useTableLayout(instanceId, tableId, view)
  const isNarrow = useMediaQuery(NARROW)
  const layout = useShown(kept, view, fields, isNarrow)
  const arrange = (edit: LayoutEdit) => {
    const { hidden: _, ...begin } = layout
    const next = withLayoutEdit(begin, idsInOrder(chosenColumns(view), fields), edit)
    keep(next)
    // A column that is dragged wider is no step of the query.
    navigate({ ...currentView(), layout: layoutText(next) }, edit.kind === 'widths' ? 'replace' : 'push')
  }
  const { order, pinned, pinnedRight } = layout
  const isArranged = order !== undefined || pinned !== undefined || pinnedRight !== undefined
  /** The names in the order in which they are shown; null: all, as they come. */
  const shown = isArranged
    ? arrangedColumns(
        fields.map(({ id }) => id),
        layout,
      ).map(({ id }) => id)
    : chosenColumns(view)
  return { layout, arrange, shown }
}

/** The same of a view that nothing can be changed of. */
export function useShownLayout(view: View, fields: readonly Field[]): ColumnLayout {
  const layout = useMemo(() => layoutOfText(view.layout), [view.layout])
  return useShown(layout, view, fields, false)
}

function useShown(layout: ColumnLayout, view: View, fields: readonly Field[], isNarrow: boolean): ColumnLayout {
  const named = JSON.stringify(chosenColumns(view))
  const isOwn = view.layout !== ''
  return useMemo(() => {
    const columns: readonly string[] | null = JSON.parse(named)
    const shown = shownLayout(layout, isOwn, columns, fields)
    return isNarrow ? narrowLayout(shown, fields) : shown
  }, [layout, isOwn, named, fields, isNarrow])
}

const NARROW = '(max-width: 639.98px)'
