import { useLayoutEffect, type RefObject } from 'react'
import type { JsonText } from '../protocol/jsonText.ts'
import type { RowSource } from '../rows/rowSource.ts'
import { canvasMeasure } from './columns/canvasMeasure.ts'
import type { GridColumn, PlacedColumn, SampleOf, useGridColumns } from './columns/useGridColumns.ts'
import type { GridScroller } from './geometry/gridScroller.ts'

/** Rows whose values decide the widths of columns. */
const SAMPLE_ROWS = 40

/** With more columns than this, each gets its width only when it is near: the values of all would have to be read. */
const FITTED_AT_ONCE = 60

export interface SampleOptions {
  readonly rows: RowSource
  readonly rowCount: number
  readonly columns: readonly GridColumn[]
  readonly table: ReturnType<typeof useGridColumns>
  /** Places, among the fields, of the columns that are in view or near it. */
  readonly near: readonly number[]
  readonly stale: boolean
  readonly control: GridScroller
  readonly scroller: RefObject<HTMLElement | null>
}

/** Gives columns a width from the first values in view; returns how the values of a column are looked at for that. */
export function useSamples(options: SampleOptions): SampleOf {
  const { rows, rowCount, columns, table, near, stale, control, scroller } = options
  const sampleOf: SampleOf = (place) => {
    const { start } = control.visibleRows()
    const sample: (JsonText | undefined)[] = []
    for (let row = start; row < Math.min(start + SAMPLE_ROWS, rowCount); row += 1) {
      const cell = rows.cell(row, place)
      if (cell !== undefined) sample.push(cell ?? undefined)
    }
    return sample
  }
  useLayoutEffect(() => {
    if (stale || !scroller.current || rowCount === 0) return
    const isDue = (each: PlacedColumn) => columns.length <= FITTED_AT_ONCE || near.includes(each.place)
    const unfitted = table.placed.filter((each) => !table.isFitted(each.column) && isDue(each))
    const seen = unfitted.filter(({ place }) => sampleOf(place).length > 0)
    if (seen.length > 0) table.fitTo(seen, sampleOf, canvasMeasure(scroller.current))
  })
  return sampleOf
}
