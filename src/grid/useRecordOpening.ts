import { useEffect, useEffectEvent, useState } from 'react'
import type { RowSource } from '../rows/rowSource.ts'
import type { Span } from '../rows/span.ts'

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
  inView: Span,
  onOpen: ((row: number) => void) | undefined,
): RecordOpening {
  const [awaited, setAwaited] = useState<{ rows: RowSource; row: number } | null>(null)
  const isInView = awaited?.rows === rows && awaited.row >= inView.start && awaited.row < inView.end
  if (awaited !== null && !isInView) setAwaited(null)
  const row = isInView ? awaited.row : null
  const open = (asked: number) => {
    const hasArrived = near.some((place) => rows.cell(asked, place) !== undefined)
    setAwaited(hasArrived ? null : { rows, row: asked })
    if (hasArrived) onOpen?.(asked)
  }
  const openArrived = useEffectEvent(open)
  useEffect(() => {
    return row === null ? undefined : rows.subscribe({ start: row, end: row + 1 }, () => openArrived(row))
  }, [rows, row])
  return { open, forget: () => setAwaited(null) }
}
