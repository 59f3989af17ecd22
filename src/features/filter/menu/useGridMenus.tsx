import { useState, type ReactNode, type RefObject } from 'react'
import type { DataGridHandle } from '../../../grid/dataGridProps.ts'
import { isButtonOf, type GridMenu } from '../../../grid/useGridMenu.ts'
import { fieldKind, type Field } from '../../../protocol/field.ts'
import type { ColumnLayout } from '../../../rows/columnLayout.ts'
import type { LayoutEdit } from '../../../rows/layoutEdits.ts'
import type { Records } from '../../../results/useRecords.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { laterComponent, laterModule } from '../../../ui/later.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import type { ShortcutActions } from '../../shortcuts/useShortcuts.ts'

const GridMenus = laterComponent(() => import('./GridMenus.tsx').then((module) => module.GridMenus))
const loadItems = laterModule(() => import('./cellItems.ts'))
const loadHide = laterModule(() => import('../../columns/hideColumn.ts'))

export interface GridMenusOf {
  readonly instanceId: string
  readonly resource: string | null
  readonly grid: RefObject<DataGridHandle | null>
  /** Whether there is a way to ask for what another view shows. */
  readonly canAsk: (view: View) => boolean
  readonly view: View
  /** The table's. */
  readonly fields: readonly Field[]
  readonly records: Records
  readonly mayNotSort: boolean
  readonly layout: ColumnLayout
  readonly arrange: (edit: LayoutEdit) => void
  readonly onFilter: (column: string) => void
  readonly onOpenRecord: (row: number) => void
  readonly onProfile: (column: string) => void
}

/** The menus of the grid's cells and headers, and what keys do with the one that has the focus. */
export function useGridMenus(of: GridMenusOf): {
  readonly onMenu: (menu: GridMenu) => void
  readonly menus: ReactNode
  readonly shortcuts: ShortcutActions
} {
  const { instanceId, resource, grid, canAsk, view, fields, records, mayNotSort, layout, arrange } = of
  const { onFilter, onOpenRecord, onProfile } = of
  const [menu, setMenu] = useState<GridMenu | null>(null)
  const [isOfFormats, setIsOfFormats] = useState(false)
  const valueOf = (row: number, column: string) =>
    records.rows.cell(
      row,
      records.fields.findIndex(({ id }) => id === column),
    )

  const editValue = async (edit: 'only' | 'exclude') => {
    const focused = grid.current?.focused()
    if (!focused || focused.row < 0) return
    const { row, column: field } = focused
    const value = valueOf(row, field)
    if (value === undefined) return
    const kind = fieldKind(fields.find(({ id }) => id === field)?.type ?? '')
    const { editedView } = await loadItems()
    const edited = editedView({ view, field, kind, value, canAsk }, edit)
    if ('view' in edited) navigate(edited.view)
    else showToast(edited.refusal)
  }

  return {
    // A value that is still on its way can't be asked for.
    onMenu(asked) {
      if (asked.row !== -1 && valueOf(asked.row, asked.column) === undefined) return
      setMenu(isButtonOf(asked, menu) ? null : asked)
      setIsOfFormats(false)
    },
    menus: menu && (
      <GridMenus
        instanceId={instanceId}
        resource={resource}
        grid={grid}
        menu={menu}
        isOfFormats={isOfFormats}
        canAsk={canAsk}
        view={view}
        fields={fields}
        value={valueOf(menu.row, menu.column)}
        mayNotSort={mayNotSort}
        layout={layout}
        arrange={arrange}
        onFit={(column) => grid.current?.fitColumn(column)}
        onFilter={onFilter}
        onOpenRecord={onOpenRecord}
        onProfile={onProfile}
        onFormat={() => {
          setMenu(menu)
          setIsOfFormats(true)
        }}
        onClose={() => setMenu(null)}
      />
    ),
    shortcuts: {
      filterByValue: () => void editValue('only'),
      excludeValue: () => void editValue('exclude'),
      hideColumn: () => {
        const focused = grid.current?.focused()
        if (focused) void loadHide().then(({ hideColumn }) => hideColumn(view, fields, focused.column))
      },
    },
  }
}
