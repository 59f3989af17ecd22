import { ArrowDown, ArrowUp, Copy, Rows3 } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { ColumnMark } from '../../grid/columns/useGridColumns.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import { isButtonOf, type GridMenu } from '../../grid/useGridMenu.ts'
import type { CellPlace } from '../../grid/useActiveCell.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Sort } from '../../query/query.ts'
import { localRows } from '../../rows/localRows.ts'
import type { Summary } from '../../summary/summary.ts'
import { copyText } from '../../ui/browser/copyText.ts'
import { Menu } from '../../ui/floating/Menu.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { summariseWords } from '../../words/en/summarise.ts'
import { gridColumns } from '../result/gridColumns.ts'
import type { GridPlaceStore } from '../result/gridPlace.ts'
import { shareOf } from './figureText.ts'
import { withSortBy } from './summaryEdits.ts'
import type { SummaryLine, SummaryTable } from './summaryTable.ts'
import styles from './SummaryTableView.module.css'

/** The colours of groups, as CSS backgrounds: by the keys of the grouping at that place, and of what was left out. */
export interface GroupColours {
  readonly at: number
  readonly of: ReadonlyMap<JsonText, string>
  readonly rest: string | undefined
}

export interface SummaryTableViewProps {
  /** Null while it is not here. */
  readonly table: SummaryTable | null
  /** What the table is the answer to. */
  readonly summary: Summary
  /** What groups are drawn with in the chart beside the table. */
  readonly colours?: GroupColours | null
  readonly place: GridPlaceStore
  readonly busy: boolean
  readonly stale: boolean
  readonly resetKey: string
  /** A header was pressed to sort otherwise; absent: nothing can be changed. */
  readonly onSummary?: ((summary: Summary) => void) | undefined
  /** The records of a cell are asked for; absent: they can't be shown. */
  readonly onCell?: ((row: number, column: number) => void) | undefined
  /** Lies over the rows. */
  readonly children?: ReactNode
}

/** The table of a summary: a grid as of records, whose cells lead to the records in them. */
export function SummaryTableView(props: SummaryTableViewProps) {
  const { summary, colours = null, place, busy, stale, resetKey, onSummary, onCell, children } = props
  const table = props.table ?? NO_TABLE
  const [menu, setMenu] = useState<GridMenu | null>(null)
  const columns = useMemo(() => columnsOf(table, summary, colours), [table, summary, colours])
  const rows = useMemo(
    () => ({
      ...localRows({ fields: table.fields, rows: table.shown }),
      isFoot: (row: number) => table.lines[row]?.kind !== 'group',
    }),
    [table],
  )
  const placeOf = (id: string) => columns.findIndex((column) => column.id === id)
  const sortOn = (id: string, descending?: boolean) => {
    const column = table.columns[placeOf(id)]
    if (column === undefined) return
    if (column.kind === 'across') return showToast(summariseWords.sortOnly)
    const by = column.kind === 'group' ? 'group' : column.at
    onSummary?.(descending === undefined ? withSortBy(summary, by) : { ...summary, sort: { by, descending } })
  }
  const { sort } = summary
  const sortedAt = table.columns.findIndex((column) =>
    sort === null || sort.by === 'group' ? column.kind === 'group' : column.kind === 'figure' && column.at === sort.by,
  )
  const sorted: readonly Sort[] =
    columns[sortedAt] === undefined ? [] : [{ field: columns[sortedAt].id, descending: sort?.descending === true }]
  return (
    <div className={styles.frame}>
      <DataGrid
        label={summariseWords.summarised}
        columns={columns}
        rows={rows}
        sort={sorted}
        onSort={onSummary && ((next) => sortOn(pressed(next, sorted)))}
        busy={busy}
        stale={stale}
        resetKey={resetKey}
        onActiveCell={(cell) => place.set({ cell })}
        onVisibleRows={(start, end) => place.set({ start, end })}
        onSelected={(selected) => place.set({ selected })}
        onCell={onCell && (({ row, column }) => onCell(row, placeOf(column)))}
        onMenu={onCell && ((asked) => setMenu(isButtonOf(asked, menu) ? null : asked))}
      >
        {children}
      </DataGrid>
      {menu && (
        <CellMenu
          menu={menu}
          name={columns[placeOf(menu.column)]?.name ?? menu.column}
          value={table.rows[menu.row]?.[placeOf(menu.column)]}
          onCell={({ row, column }) => onCell?.(row, placeOf(column))}
          onSort={(descending) => sortOn(menu.column, descending)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

const NO_TABLE: SummaryTable = {
  fields: [],
  rows: [],
  shown: [],
  columns: [],
  lines: [],
  size: { rows: 0, columns: null },
}

/** Whose header was pressed: what is sorted by now, or was before. */
function pressed(next: readonly Sort[], before: readonly Sort[]): string {
  return (next.at(-1) ?? before.at(-1))?.field ?? ''
}

function columnsOf({ fields, columns, rows, lines }: SummaryTable, { figures }: Summary, colours: GroupColours | null) {
  return gridColumns(fields).map((column, at) => {
    const of = columns[at]
    if (colours !== null && of?.kind === 'group' && of.at === colours.at)
      return { ...column, mark: swatchMark((row) => colourOf(lines[row], colours)) }
    if (of?.kind !== 'figure' || figures[of.at]?.kind !== 'share') return column
    return { ...column, mark: shareMark((row) => shareOf(rows[row]?.[at])) }
  })
}

function colourOf(line: SummaryLine | undefined, { at, of, rest }: GroupColours): string | undefined {
  if (line?.kind === 'rest') return rest
  return line?.kind === 'group' ? of.get(line.keys[at] ?? 'null') : undefined
}

/** What a group is drawn with. */
function swatchMark(colour: (row: number) => string | undefined): ColumnMark {
  return {
    draw: () => hiddenElement('i', styles['swatch']),
    show(element, row) {
      const drawn = colour(row)
      element.hidden = drawn === undefined
      element.style.background = drawn ?? ''
    },
  }
}

/** The share as a bar; its number stands beside it. */
function shareMark(share: (row: number) => number): ColumnMark {
  return {
    draw() {
      const element = hiddenElement('span', styles['share'])
      element.append(document.createElement('i'))
      return element
    },
    show({ firstElementChild: bar }, row) {
      if (bar instanceof HTMLElement) bar.style.inlineSize = `${share(row) * 100}%`
    },
  }
}

/** An element that is seen and not heard. */
function hiddenElement(name: 'i' | 'span', className: string | undefined): HTMLElement {
  const element = document.createElement(name)
  element.className = className ?? ''
  element.setAttribute('aria-hidden', 'true')
  return element
}

interface CellMenuProps {
  readonly menu: GridMenu
  readonly name: string
  readonly value: string | undefined
  readonly onCell: (cell: CellPlace) => void
  readonly onSort: (descending: boolean) => void
  readonly onClose: () => void
}

function CellMenu({ menu, name, value, onCell, onSort, onClose }: CellMenuProps) {
  const anchor = useRef<HTMLElement | null>(menu.element)
  const words = summariseWords
  const groups =
    menu.row === -1
      ? [
          [
            { id: 'down', title: words.sortDown, icon: ArrowDown, onChoose: () => onSort(true) },
            { id: 'up', title: words.sortUp, icon: ArrowUp, onChoose: () => onSort(false) },
          ],
        ]
      : [
          [
            { id: 'records', title: words.showRecords, icon: Rows3, onChoose: () => onCell(menu) },
            { id: 'copy', title: words.copyValue, icon: Copy, onChoose: () => void copy(value ?? 'null') },
          ],
        ]
  const label = menu.row === -1 ? name : words.cellMenu
  return <Menu label={label} groups={groups} anchor={anchor} at={menu.at} onClose={onClose} />
}

async function copy(value: string): Promise<void> {
  const isCopied = await copyText(value === 'null' ? '' : jsonToPlain(value))
  showToast(isCopied ? summariseWords.copied : summariseWords.notCopied)
}
