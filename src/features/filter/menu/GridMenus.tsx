import { useQueryClient } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { Cell } from '../../../rows/rowSource.ts'
import type { DataGridHandle } from '../../../grid/dataGridProps.ts'
import type { GridMenu } from '../../../grid/useGridMenu.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { copyText } from '../../../ui/browser/copyText.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { Menu } from '../../../ui/floating/Menu.tsx'
import { gridMenuWords } from '../../../words/en/filter/gridMenu.ts'
import { hideColumn } from '../../columns/hideColumn.ts'
import { sampleOf } from '../../summarise/sampleOf.ts'
import { summarisedView } from '../../summarise/startSummary.ts'
import type { ColumnLayout } from '../../../rows/columnLayout.ts'
import type { LayoutEdit } from '../../../rows/layoutEdits.ts'
import { formatWords } from '../../../words/en/columns/formats.ts'
import { arrangeItems } from './arrangeItems.ts'
import { cellItems } from './cellItems.ts'
import { formatItems } from './formatItems.ts'
import { headerItems } from './headerItems.ts'

export interface GridMenusProps {
  readonly instanceId: string
  readonly resource: string | null
  readonly grid: RefObject<DataGridHandle | null>
  readonly menu: GridMenu
  /** It is the menu of the formats that the column can be shown in. */
  readonly isOfFormats: boolean
  /** Whether there is a way to ask for what another view shows. */
  readonly canAsk: (view: View) => boolean
  readonly view: View
  readonly fields: readonly Field[]
  /** The value of the cell; undefined while it isn't here. */
  readonly value: Cell
  readonly mayNotSort: boolean
  readonly layout: ColumnLayout
  readonly arrange: (edit: LayoutEdit) => void
  readonly onFit: (column: string) => void
  readonly onFilter: (column: string) => void
  readonly onOpenRecord: (row: number) => void
  readonly onProfile: (column: string) => void
  /** Shows the menu of the formats instead. */
  readonly onFormat: () => void
  readonly onClose: () => void
}

/** The menu of a cell, or of a header. */
export function GridMenus(props: GridMenusProps) {
  const {
    instanceId,
    resource,
    grid,
    menu,
    isOfFormats,
    canAsk,
    view,
    fields,
    value,
    mayNotSort,
    layout,
    arrange,
    onFit,
    onFilter,
    onOpenRecord,
    onProfile,
    onFormat,
    onClose,
  } = props
  const { row, column: field, at } = menu
  const anchor = useRef<HTMLElement | null>(menu.element)
  const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
  const column = { view, field, kind, canAsk }
  const summarised = summarisedView(view, fields, sampleOf(useQueryClient(), instanceId, resource), field)
  if (isOfFormats) {
    const formats = formatItems(kind, layout.formats?.[field], (format) =>
      arrange({ kind: 'format', id: field, format }),
    )
    return (
      <Menu key="formats" label={formatWords.menu(field)} groups={formats} anchor={anchor} at={at} onClose={onClose} />
    )
  }
  const placed = { field, kind, ids: fields.map(({ id }) => id), layout }
  const groups =
    row === -1
      ? [
          ...headerItems(column, mayNotSort, {
            onView: navigate,
            onFilter: () => onFilter(field),
            onSummarise: 'refusal' in summarised ? undefined : () => navigate(summarised.view),
          }),
          ...arrangeItems(placed, {
            onArrange: arrange,
            onFit: () => onFit(field),
            onFormat,
            onHide: () => hideColumn(view, fields, field),
            onCopyName: () => void copy(field),
            onProfile: () => onProfile(field),
          }),
        ]
      : cellItems(
          { ...column, value: value ?? null },
          {
            onView: navigate,
            selected: grid.current?.selected().cells ?? 1,
            onCopy: () => grid.current?.copy(),
            onCopyAs: () => grid.current?.showCopyForms(menu),
            onOpenRecord: () => onOpenRecord(row),
          },
        )
  return (
    <Menu label={row === -1 ? field : gridMenuWords.cells} groups={groups} anchor={anchor} at={at} onClose={onClose} />
  )
}

async function copy(text: string): Promise<void> {
  showToast((await copyText(text)) ? gridMenuWords.copied : gridMenuWords.notCopied)
}
