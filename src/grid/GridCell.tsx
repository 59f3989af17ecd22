// oxlint-disable jsx-a11y/prefer-tag-over-role -- cells are placed one by one, which table elements can't be
import { Maximize2 } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Cell } from '../rows/rowSource.ts'
import { Icon } from '../ui/Icon.tsx'
import { NullMark } from '../ui/NullMark.tsx'
import { gridWords } from '../words/en/grid.ts'
import { Bar } from './Bar.tsx'
import { cellText, type CellText } from './cells/cellText.ts'
import type { Marker } from './cells/searchMarks.ts'
import type { PlacedColumn } from './columns/useGridColumns.ts'
import styles from './GridCell.module.css'
import type { GridCells } from './gridCells.ts'

export interface GridCellProps {
  readonly cells: GridCells
  readonly placed: PlacedColumn
  /** From 0, among all rows. */
  readonly row: number
  /** From 0, among all columns shown. */
  readonly column: number
  /** px from the row's edge */
  readonly left: number
  /** Stays in view when the others scroll sideways; `last` is the one beside them. */
  readonly pinned: 'pinned' | 'last' | undefined
  readonly value: Cell
  readonly isActive: boolean
  readonly marker: Marker | null
}

/** One value, or a bar in its place until it is here. Everything that it says is text for React to escape. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cells, placed, row, column, left, pinned, value, isActive, marker } = props
  const { face, width } = placed
  const { kind } = placed.column
  const shown = value === undefined ? null : cellText(value ?? undefined, kind)
  const isProse = shown?.kind === 'text' && face === 'text'
  return (
    <div
      ref={(element) => {
        if (element === null) return undefined
        const part = { kind: 'cell', position: { row, column } } as const
        return isActive ? cells.addActive(element, part) : cells.add(element, part)
      }}
      role="gridcell"
      className={styles.cell}
      aria-colindex={column + 2}
      data-face={face}
      data-pinned={pinned}
      dir={isProse ? 'auto' : undefined}
      tabIndex={isActive ? 0 : undefined}
      data-active={isActive || undefined}
      style={{ left, width }}
    >
      {placed.column.mark?.(row)}
      {shown === null ? (
        <Bar share={barShare(row, column)} />
      ) : (
        <Shown shown={shown} isProse={isProse} marker={kind === 'text' ? marker : null} />
      )}
      {isActive && shown !== null && shown.kind !== 'null' && (
        <Expand key={width} isCut={shown.isCut} cells={cells} row={row} column={column} />
      )}
    </div>
  )
})

/** A plausible width of a value that is not here, in percent: different by cell, the same each time. */
function barShare(row: number, column: number): number {
  return 35 + ((row * 37 + column * 53 + ((row * column) % 7) * 11) % 50)
}

interface ShownProps {
  readonly shown: CellText
  readonly isProse: boolean
  readonly marker: Marker | null
}

function Shown({ shown, isProse, marker }: ShownProps) {
  if (shown.kind === 'null') return <NullMark />
  if (shown.kind === 'empty') return <span className={styles.empty}>{shown.text}</span>
  const pieces = marker?.(shown.text)
  const end = shown.isCut ? '…' : ''
  const content = pieces ? (
    <>
      {/* oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity */}
      {pieces.map((piece, i) => (piece.isHit ? <mark key={i}>{piece.text}</mark> : piece.text))}
      {end}
    </>
  ) : (
    shown.text + end
  )
  return isProse ? content : <span>{content}</span>
}

interface ExpandProps {
  readonly isCut: boolean
  readonly cells: GridCells
  readonly row: number
  readonly column: number
}

/** Opens the value if the active cell does not show all of it. By keyboard that is Enter, so it is no tab stop. */
function Expand({ isCut, cells, row, column }: ExpandProps) {
  const button = useRef<HTMLSpanElement>(null)
  const [isNeeded, setNeeded] = useState(isCut)
  useLayoutEffect(() => {
    const cell = button.current?.parentElement
    if (cell) setNeeded(isCut || cell.scrollWidth > cell.clientWidth)
  }, [isCut])
  useLayoutEffect(
    () => (button.current ? cells.add(button.current, { kind: 'expand', position: { row, column } }) : undefined),
    [cells, row, column],
  )
  return (
    <span ref={button} className={styles.expand} aria-hidden="true" title={gridWords.showWhole} hidden={!isNeeded}>
      <Icon icon={Maximize2} size={12} />
    </span>
  )
}
