import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { ColumnLayout } from '../../rows/columnLayout.ts'
import { arrangedColumns, stepOf, type LayoutEdit } from '../../rows/layoutEdits.ts'
import { countWords } from '../../words/figures.ts'
import { columnsPanelWords } from '../../words/en/columns/columnsPanel.ts'
import { shownName } from '../../words/shownName.ts'
import { ColumnItem, type ColumnFigure } from './ColumnItem.tsx'
import styles from './ColumnsPanel.module.css'
import { columnSections, moveTo, type ListedColumn } from './listedColumns.ts'
import { useColumnDrag, type ListDrop } from './useColumnDrag.ts'

export interface ColumnsListProps {
  readonly label: string
  readonly describedBy: string | undefined
  /** All columns that can be chosen, in the order in which they come. */
  readonly listed: readonly ListedColumn[]
  /** Those that are drawn. */
  readonly found: readonly ListedColumn[]
  readonly layout: ColumnLayout
  readonly shown: ReadonlySet<string>
  /** Those that stand among the shown ones, so that none moves by being ticked. */
  readonly settled: ReadonlySet<string>
  readonly tabStop: string | null
  readonly figureOf: (name: string) => ColumnFigure | null
  readonly onToggle: (name: string, isShown: boolean) => void
  readonly onArrange: (edit: LayoutEdit) => void
  readonly onFocus: (name: string) => void
  /** Says where a column is now. */
  readonly onSaid: (words: string) => void
}

/** The columns by where they stand: ticked, moved, pinned by mouse, finger and keys. */
export function ColumnsList(props: ColumnsListProps) {
  const { listed, found, layout, shown, settled, onToggle, onArrange, onSaid } = props
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  // An element that changes its place loses the focus.
  useLayoutEffect(() => {
    const name = moved.current
    moved.current = null
    if (name === null || list.current?.contains(document.activeElement) === true) return
    partOf(
      rowsIn(list.current).find((row) => row.dataset['column'] === name),
      'move',
    )?.focus()
  })
  const names = new Set(found.map(({ name }) => name))
  const sections = columnSections(listed, layout, settled)
  const arranged = arrangedColumns(
    listed.map(({ name }) => name),
    { ...layout, hidden: listed.flatMap(({ name }) => (shown.has(name) ? [] : [name])) },
  )
  const arrange = (edit: LayoutEdit & { readonly id: string }) => {
    moved.current = edit.id
    onArrange(edit)
  }
  const step = (name: string, by: -1 | 1) => {
    const edit = stepOf(arranged, name, by)
    if (edit?.kind !== 'move') return onSaid(columnsPanelWords.staysAt(shownName(name)))
    arrange(edit)
    const place = arranged.findIndex(({ id }) => id === name) + by + 1
    return onSaid(columnsPanelWords.nowAt(shownName(name), place, arranged.length))
  }
  const onDrop = (name: string, { name: target, side }: ListDrop) => {
    const section = sections.find(({ columns }) => columns.some((column) => column.name === target))
    if (section === undefined) return
    const others = section.columns.filter((column) => column.name !== name)
    const at = others.findIndex((column) => column.name === target) + (side === 'after' ? 1 : 0)
    const edit = moveTo(name, section.kind, others[at]?.name ?? null)
    if (edit === null) {
      if (shown.has(name)) onToggle(name, false)
      return
    }
    if (!shown.has(name)) onToggle(name, true)
    onArrange(edit)
  }
  const { dragged, drop, handlers } = useColumnDrag(onDrop)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and drags of the items, which bubble up
    <div
      ref={list}
      className={styles.list}
      data-dragging={dragged === null ? undefined : ''}
      onKeyDown={(event) => moveByKey(event, step)}
      {...handlers}
    >
      {sections.map(({ kind, columns }) => {
        const drawn = columns.filter(({ name }) => names.has(name))
        if (drawn.length === 0) return null
        const title = columnsPanelWords.sections[kind]
        return (
          <section key={kind}>
            <h3 className={styles.section}>
              {title} <span>{countWords(columns.length)}</span>
            </h3>
            <ul aria-label={`${props.label}, ${title}`} aria-describedby={props.describedBy}>
              {drawn.map((column) => {
                const figure = props.figureOf(column.name)
                return (
                  <ColumnItem
                    key={column.name}
                    column={column}
                    figure={figure?.words}
                    wholeFigure={figure?.whole}
                    isShown={shown.has(column.name)}
                    isPinned={kind === 'left' || kind === 'right'}
                    isTabStop={column.name === props.tabStop}
                    drop={drop?.name === column.name ? drop.side : undefined}
                    onToggle={onToggle}
                    onPin={(id, isPinned) => arrange({ kind: 'pin', id, pin: isPinned ? 'left' : null })}
                    onFocus={props.onFocus}
                  />
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function rowsIn(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
}

function partOf(row: HTMLElement | undefined, part: string | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(`[data-part="${part ?? 'tick'}"]`) ?? null
}

const PARTS = ['move', 'tick', 'pin']

/**
 * Up, Down, Home and End go through the ticks of the list, which is one tab stop; Left and Right to what moves and what
 * pins a column. On what moves it, Up and Down move it.
 */
function moveByKey(event: KeyboardEvent<HTMLElement>, step: (name: string, by: -1 | 1) => void): void {
  const { key, target, currentTarget: list } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const part = target.dataset['part']
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.contains(target))
  const name = rows[at]?.dataset['column']
  if (name === undefined || part === undefined) return
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = PARTS[PARTS.indexOf(part) + (key === 'ArrowRight' ? 1 : -1)]
    if (next !== undefined) partOf(rows[at], next)?.focus()
  } else if (part === 'move' && (key === 'ArrowUp' || key === 'ArrowDown')) step(name, key === 'ArrowUp' ? -1 : 1)
  else {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
    if (to === undefined) return
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    ;(partOf(row, part) ?? partOf(row, 'tick'))?.focus()
  }
  event.preventDefault()
}
