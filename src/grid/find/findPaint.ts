import { PAINT } from '../body/cellPaint.ts'
import type { MarkedPiece } from '../cells/searchMarks.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import type { FindIndex } from './findIndex.ts'

/** What Find marks on the cells. */
export interface FindPaint {
  readonly index: FindIndex
  /** A cell's text in pieces, those that match marked. */
  readonly pieces: (text: string) => readonly MarkedPiece[] | null
  /** How many matches are known: another number means that others are to be marked. */
  readonly count: number
  /** The match that was gone to. */
  readonly current: GridPosition | null
}

/** A sum of `PAINT` for a cell. */
export function paintFound({ index, current }: FindPaint, row: number, column: number): number {
  if (!index.has(row, column)) return 0
  return PAINT.found | (current?.row === row && current.column === column ? PAINT.current : 0)
}
