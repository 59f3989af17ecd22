import { useEffect, useEffectEvent, useState } from 'react'
import type { RowSource } from '../rows/rowSource.ts'
import type { GridScroller } from './geometry/gridScroller.ts'

export interface RecordOpening {
  /** Opens the record of this row: now, or once its first cell has arrived while it stays in view. */
  readonly open: (row: number) => void
  /** The user went on to something else: a record that is still awaited is not opened. */
  readonly forget: () => void
}

/** On a slow network a row number is often pressed before its row has arrived; the press counts all the same. */
export function useRecordOpening(
  rows: RowSource,
  near: readonly number[],
  control: GridScroller,
  onOpen: ((row: number) => void) | undefined,
): RecordOpening {
  const [awaited, setAwaited] = useState<{ rows: RowSource; row: number } | null>(null)
  const row = awaited?.rows === rows ? awaited.row : null
  const open = (asked: number) => {
    const hasArrived = near.some((place) => rows.cell(asked, place) !== undefined)
    setAwaited(hasArrived ? null : { rows, row: asked })
    if (hasArrived) onOpen?.(asked)
  }
  const openArrived = useEffectEvent(open)
  useEffect(() => {
    if (row === null) return undefined
    const unhear = rows.subscribe({ start: row, end: row + 1 }, () => openArrived(row))
    const leave = control.subscribe(() => {
      const { start, end } = control.window().rows
      if (row < start || row >= end) setAwaited(null)
    })
    return () => {
      unhear()
      leave()
    }
  }, [rows, row, control])
  return { open, forget: () => setAwaited(null) }
}
