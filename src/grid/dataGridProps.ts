import type { ReactNode, Ref } from 'react'
import type { Sort } from '../query/query.ts'
import type { ColumnLayout } from '../rows/columnLayout.ts'
import type { GridSpot } from '../rows/gridSpot.ts'
import type { LayoutEdit } from '../rows/layoutEdits.ts'
import type { RowSource } from '../rows/rowSource.ts'
import type { GridColumn } from './columns/useGridColumns.ts'
import type { HeaderDetails } from './GridHeader.tsx'
import type { Selected } from './selection/useSelected.ts'
import type { GridToolsHandle } from './tools/useGridTools.tsx'
import type { CellPlace } from './useActiveCell.ts'
import type { GridMenu } from './useGridMenu.ts'

export interface DataGridHandle extends GridToolsHandle {
  /** What is in view, and the active cell. */
  spot(): GridSpot
  /** The cell or header (row −1) that has the focus; null if the focus is elsewhere. */
  focused(): CellPlace | null
  /** Goes to a column, in the row where one is; false if it is not there, or no row is. */
  goToColumn(id: string): boolean
  /** Makes a column as wide as its longest loaded value. */
  fitColumn(id: string): void
}

export interface DataGridProps {
  readonly ref?: Ref<DataGridHandle> | undefined
  /** The grid's accessible name. */
  readonly label: string
  /** One for each field of `rows`, in the same order. Keep the array while nothing of it changes. */
  readonly columns: readonly GridColumn[]
  readonly rows: RowSource
  /** How the columns are arranged. Keep the object while nothing of it changes. */
  readonly layout?: ColumnLayout | undefined
  /** The user has made columns wider or narrower, or moved one; absent: widths last as long as the grid, columns stay. */
  readonly onArrange?: ((this: void, edit: LayoutEdit) => void) | undefined
  readonly sort?: readonly Sort[] | undefined
  /** A header was chosen: ascending, descending, none by turns; Shift adds a key. Absent: nothing can be sorted. */
  readonly onSort?: ((this: void, sort: readonly Sort[]) => void) | undefined
  /** Why nothing can be sorted, as the headers say it; `onSort` is called all the same, so that it can be said aloud. */
  readonly sortRefusal?: string | undefined
  /** Words of a search, marked in text wherever a word begins like one of them. */
  readonly highlight?: string | undefined
  /** Something that concerns the grid is being loaded. */
  readonly busy: boolean
  /** The rows are those of the query before. */
  readonly stale: boolean
  /** Another key is another query: the grid scrolls to its first row, columns keep their widths. */
  readonly resetKey: string
  /** Where the grid begins in the place of its first row, once; it may come with a later query. Keep the object. */
  readonly begin?: GridSpot | null | undefined
  /** The cell that the user went to; null on a header. */
  onActiveCell?: ((this: void, cell: CellPlace | null) => void) | undefined
  /** Called with the rows [start, end) in view, at most ten times a second. */
  onVisibleRows?: ((this: void, start: number, end: number) => void) | undefined
  /** A cell was pressed, or Enter on it; absent: Enter shows its whole value. */
  readonly onCell?: ((this: void, cell: CellPlace) => void) | undefined
  /** A record was asked for: its row number pressed twice, Shift Enter, or a button beside one of its values. */
  onOpenRecord?: ((this: void, row: number) => void) | undefined
  /** A menu was asked for on a cell or a header; absent: there is none, and the browser shows its own. */
  readonly onMenu?: ((this: void, menu: GridMenu) => void) | undefined
  /** What stands in the headers; null: it is on its way, and its place is kept. Keep the object. */
  readonly details?: HeaderDetails | null | undefined
  /** The row whose record is open beside the grid. */
  readonly openRow?: number | null | undefined
  /** So many lines of a text are shown, 1 to 5; all rows are that high. */
  readonly lines?: number | undefined
  /** Other cells are selected, or more is known of them; null: the active cell alone. */
  readonly onSelected?: ((this: void, selected: Selected | null) => void) | undefined
  /** Lies over the rows: an empty state, an alert. */
  readonly children?: ReactNode
}
