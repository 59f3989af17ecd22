import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import type { JsonText } from '../protocol/jsonText.ts'
import type { RowSource } from '../rows/rowSource.ts'
import type { GridBody } from './body/gridBody.ts'
import { createMeasures } from './columns/canvasMeasure.ts'
import type { GridColumn, SampleOf, useGridColumns } from './columns/useGridColumns.ts'
import type { GridScroller } from './geometry/gridScroller.ts'

/** Rows whose values decide the widths of columns. */
const SAMPLE_ROWS = 40

/** With more columns than this, each gets its width only when it is near: the values of all would have to be read. */
const FITTED_AT_ONCE = 60

export interface SampleOptions {
  readonly rows: RowSource
  readonly rowCount: number
  /** px */
  readonly rowHeight: number
  readonly columns: readonly GridColumn[]
  readonly table: ReturnType<typeof useGridColumns>
  /** Places, among the fields, of the columns that are in view or near it. */
  readonly near: readonly number[]
  readonly stale: boolean
  readonly control: GridScroller
  readonly body: GridBody
  readonly scroller: RefObject<HTMLElement | null>
}

/** Gives columns a width from the first values in view; returns how the values of a column are looked at for that. */
export function useSamples(options: SampleOptions): SampleOf {
  const { rows, rowCount, rowHeight, columns, table, near, stale, control, body, scroller } = options
  const [measureIn] = useState(createMeasures)
  const sampleOf: SampleOf = (place) => {
    const { start } = control.visibleRows()
    const sample: (JsonText | undefined)[] = []
    for (let row = start; row < Math.min(start + SAMPLE_ROWS, rowCount); row += 1) {
      const cell = rows.cell(row, place)
      if (cell !== undefined) sample.push(cell ?? undefined)
    }
    return sample
  }
  const fit = () => {
    if (stale || !scroller.current || rowCount === 0) return
    const due =
      columns.length <= FITTED_AT_ONCE ? table.placed : table.placed.filter(({ place }) => near.includes(place))
    const unfitted = due.filter(({ column }) => !table.isFitted(column))
    const seen = unfitted.filter(({ place }) => sampleOf(place).length > 0)
    if (seen.length > 0) table.fitTo(seen, sampleOf, measureIn(scroller.current, rowHeight))
  }
  // Before anything is drawn, or each cell of a column that comes into view would be drawn twice; the first time there is
  // nothing yet to measure in.
  fit()
  useLayoutEffect(fit)
  const fitArrived = useEffectEvent(fit)
  useLayoutEffect(() => body.subscribe(() => fitArrived()), [body])
  return sampleOf
}
