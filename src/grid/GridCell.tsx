// oxlint-disable jsx-a11y/prefer-tag-over-role -- cells are placed one by one, which table elements can't be
import { Maximize2 } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { JsonText } from '../protocol/jsonText.ts'
import { Icon } from '../ui/Icon.tsx'
import { NullMark } from '../ui/NullMark.tsx'
import { cellText, type CellText } from './cellText.ts'
import styles from './DataGrid.module.css'
import type { Marker } from './searchMarks.ts'
import type { PlacedColumn } from './useGridColumns.ts'

export interface GridCellProps {
  readonly placed: PlacedColumn
  /** From 0, among all columns. */
  readonly index: number
  /** px from the row's edge */
  readonly left: number
  /** null: not here yet, and its place is taken by a bar of that many percent. */
  readonly bar: number | null
  readonly value: JsonText | undefined
  readonly isActive: boolean
  readonly marker: Marker | null
}

/** One value. Everything that it says is text for React to escape. */
export const GridCell = memo(function GridCell({ placed, index, left, bar, value, isActive, marker }: GridCellProps) {
  const { column, face, width } = placed
  const shown = bar === null ? cellText(value, column.kind) : null
  const isProse = shown?.kind === 'text' && face === 'text'
  return (
    <div
      role="gridcell"
      className={styles.cell}
      aria-colindex={index + 2}
      data-face={face}
      dir={isProse ? 'auto' : undefined}
      tabIndex={isActive ? 0 : undefined}
      data-active={isActive || undefined}
      style={{ left, width }}
    >
      {shown === null ? (
        <span className={styles.bar} style={{ inlineSize: `${bar}%` }} />
      ) : (
        <Shown shown={shown} isProse={isProse} marker={column.kind === 'text' ? marker : null} />
      )}
      {isActive && shown !== null && shown.kind !== 'null' && <Expand key={width} isCut={shown.isCut} />}
    </div>
  )
})

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

/** Opens the value, where the active cell does not show all of it. By keyboard that is Enter, so it is no tab stop. */
function Expand({ isCut }: { readonly isCut: boolean }) {
  const button = useRef<HTMLSpanElement>(null)
  const [isNeeded, setNeeded] = useState(isCut)
  useLayoutEffect(() => {
    const cell = button.current?.parentElement
    if (cell) setNeeded(isCut || cell.scrollWidth > cell.clientWidth)
  }, [isCut])
  return (
    <span
      ref={button}
      className={styles.expand}
      aria-hidden="true"
      title="Show the whole value"
      data-expand=""
      hidden={!isNeeded}
    >
      <Icon icon={Maximize2} size={12} />
    </span>
  )
}
