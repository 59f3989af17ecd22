import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { Sort } from '../../query/query.ts'
import type { RowSource } from '../../rows/rowSource.ts'
import { laterComponent } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { GridBody } from '../body/gridBody.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import { useCopy } from '../copy/useCopy.ts'
import type { FindHandle } from '../find/FindBar.tsx'
import { paintFound, type FindPaint } from '../find/findPaint.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import type { GridScroller } from '../geometry/gridScroller.ts'
import type { GridCells, GridPart } from '../gridCells.ts'
import { columnsOf, countOf, type SelectedCount } from '../selection/selectedArea.ts'
import { selectedWords } from '../selection/selectedWords.ts'
import { useGridSelection } from '../selection/useGridSelection.ts'
import { useSelected, type Selected } from '../selection/useSelected.ts'
import type { CellPlace } from '../selection/selection.ts'
import { useTouchHandle } from '../selection/useTouchHandle.ts'
import type { GridMenu } from '../useGridMenu.ts'

const CopyForms = laterComponent(() => import('../copy/CopyForms.tsx').then((module) => module.CopyForms))
const CopyNotice = laterComponent(() => import('../copy/CopyNotice.tsx').then((module) => module.CopyNotice))
const FindBar = laterComponent(() => import('../find/FindBar.tsx').then((module) => module.FindBar))
const GoTo = laterComponent(() => import('../goto/GoTo.tsx').then((module) => module.GoTo))

/** What others can do with the selection of a grid, and open in it. */
export interface GridToolsHandle {
  /** How much is selected; the active cell is one cell. */
  readonly selected: () => SelectedCount
  /** Copies the selection for a spreadsheet. */
  readonly copy: () => void
  /** Offers the forms in which the selection can be copied, where a menu was asked for. */
  readonly showCopyForms: (menu: Pick<GridMenu, 'element' | 'at'>) => void
  readonly openFind: () => void
  readonly openGoTo: () => void
}

export interface GridToolsOptions {
  /** Copies within it are the grid's. */
  readonly frame: RefObject<HTMLElement | null>
  readonly body: GridBody
  readonly control: GridScroller
  readonly cells: GridCells
  readonly placed: readonly PlacedColumn[]
  readonly rows: RowSource
  readonly rowCount: number
  readonly resetKey: string
  readonly at: GridPosition
  readonly active: {
    readonly cell: CellPlace | null
    readonly go: (to: GridPosition, how: 'by key' | 'by press' | 'by find') => void
  }
  readonly sort: readonly Sort[]
  /** Words of the search that the rows are of, in an order that nobody knows; empty: there is none. */
  readonly searched: string
  readonly onSelected: ((this: void, selected: Selected | null) => void) | undefined
}

/** Selection, copy, Find and Go to: what lies beside the drawing of a grid. */
export function useGridTools(options: GridToolsOptions) {
  const { frame, body, control, cells, placed, rows, rowCount, resetKey, at, active, sort, searched, onSelected } =
    options
  const isChosen = active.cell !== null
  const selecting = useGridSelection({
    body,
    control,
    placed,
    rowCount,
    resetKey,
    at,
    isChosen,
    go: (to) => active.go(to, 'by press'),
  })
  const { selection, bands } = selecting
  useTouchHandle({ frame, cells, control, selection, at })
  const area = useSelected({ selection, placed, rows, active: at.column, onSelected })
  const focus = () => cells.focusActive()
  const copying = useCopy({ frame, bands, placed, rows, resetKey, focus })
  const [forms, setForms] = useState<Pick<GridMenu, 'element' | 'at'> | null>(null)
  const [opened, setOpened] = useState<'find' | 'findSearched' | 'goTo' | null>(null)
  const isFinding = opened === 'find' || opened === 'findSearched'
  const finding = useRef<FindHandle>(null)
  const [found, setFound] = useState<FindPaint | null>(null)

  useEffect(() => {
    body.setPainter({
      paint: (row, column) => selection.paint(row, column) | (found === null ? 0 : paintFound(found, row, column)),
      marks: found === null ? undefined : (_row, _column, text) => found.pieces(text),
    })
  }, [body, selection, found])
  const [shownKey, setShownKey] = useState(resetKey)
  if (shownKey !== resetKey) {
    setShownKey(resetKey)
    setOpened(null)
  }

  const close = () => {
    setOpened(null)
    focus()
  }
  const find = () => {
    if (isFinding) finding.current?.focus()
    else setOpened('find')
  }
  const selectedColumns = useMemo(() => new Set(columnsOf(area.bands)), [area])
  const first = sort[0]
  const byId =
    first?.field === '_id'
      ? first.descending
        ? ('descending' as const)
        : ('ascending' as const)
      : sort.length === 0 && searched === ''
        ? ('ascending' as const)
        : null
  const handle: GridToolsHandle = {
    selected: () => countOf(bands()),
    copy: () => copying.copyAs('table'),
    showCopyForms: setForms,
    openFind: find,
    openGoTo: () => setOpened('goTo'),
  }

  return {
    handle,
    /** The columns of which something is selected. */
    selectedColumns,
    /** A mouse button was pressed on a part of the grid. */
    onPress: selecting.onPress,
    /** Whether a press on a header, with Ctrl, selected its column. */
    onHeaderPress(event: MouseEvent, part: GridPart): boolean {
      if (part.kind !== 'cell' || part.position.row !== -1 || !(event.ctrlKey || event.metaKey)) return false
      selecting.selectColumn(part.position.column, event)
      return true
    },
    /** Whether a key was one of the tools'. */
    onKey(event: KeyboardEvent): boolean {
      const { key, shiftKey: shift } = event
      const ctrl = event.ctrlKey || event.metaKey
      if (ctrl && !shift && key.toLowerCase() === 'f') find()
      else if (key === 'F3' && isFinding) finding.current?.step(!shift)
      else if (key === 'F3' && searched !== '') setOpened('findSearched')
      else return selecting.onKey({ key, ctrl, shift })
      return true
    },
    /** The active cell moves on its own: nothing else is selected any more. */
    onMove: () => selection.clear(),
    /** Where nothing else offers a menu, it is that of the forms of copies. */
    onMenu: (menu: GridMenu) => {
      const column = placed.findIndex((each) => each.column.id === menu.column)
      if (menu.row < 0) selection.press('columns', { row: 0, column }, { extend: false, add: false }, null)
      setForms(menu)
    },
    overlay: (
      <>
        <VisuallyHidden>
          <output>{selectedWords(area)}</output>
        </VisuallyHidden>
        {copying.state && <CopyNotice state={copying.state} onClose={copying.close} />}
        {isFinding && (
          <FindBar
            ref={finding}
            rows={rows}
            placed={placed}
            searched={searched}
            isForSearch={opened === 'findSearched'}
            at={at}
            onGo={(to) => {
              selection.clear()
              active.go(to, 'by find')
            }}
            onPaint={setFound}
            onClose={close}
          />
        )}
        {opened === 'goTo' && (
          <GoTo
            rows={rows}
            placed={placed}
            at={at}
            byId={byId}
            onGo={(to) => {
              setOpened(null)
              selection.clear()
              active.go(to, 'by key')
            }}
            onClose={close}
          />
        )}
        {forms && (
          <CopyForms
            menu={forms}
            count={countOf(bands())}
            columns={columnsOf(bands()).flatMap((column) => placed[column]?.column.name ?? [])}
            onCopy={copying.copyAs}
            onClose={() => setForms(null)}
          />
        )}
      </>
    ),
  }
}
