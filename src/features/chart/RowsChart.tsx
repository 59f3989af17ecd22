import { useMemo } from 'react'
import type { ChartNotes } from '../../charts/chartData.ts'
import { rowsData } from '../../charts/rowsData.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { ChartPane } from './ChartPane.tsx'
import { chartSubtitle, type Asked } from './chartSubtitle.ts'

export interface RowsChartProps {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly notes: ChartNotes
  readonly asked: Asked
  /** The chart as the view has it (`View.chart`). */
  readonly chart: string
  readonly onChart: (chart: string) => void
  /** A value was chosen: the places of its rows. */
  readonly onPick?: ((rows: readonly number[]) => void) | undefined
}

/** A chart of rows that are here: the answer to a statement, or the records at hand. */
export function RowsChart({ fields, rows, notes, asked, chart, onChart, onPick }: RowsChartProps) {
  const { cut, sample, isAbout } = notes
  const [of, total] = [sample?.of, sample?.total ?? null]
  const subtitle = chartSubtitle(asked)
  const data = useMemo(
    () => rowsData(fields, rows, { cut, sample: of === undefined ? null : { of, total }, isAbout }, subtitle),
    [fields, rows, cut, of, total, isAbout, subtitle],
  )
  return <ChartPane data={data} chart={chart} onChart={onChart} onPick={onPick} />
}
