import { useQuery } from '@tanstack/react-query'
import type { Plan } from '../../results/plan/plan.ts'
import { plannedPageQuery } from '../../results/queries.ts'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartPane.module.css'
import { RowsChart } from './RowsChart.tsx'

export interface RecordsChartProps {
  readonly instanceId: string
  /** Whose records; null while there is nothing to ask. */
  readonly plan: Plan | null
  /** The question in words, and the instance. */
  readonly question: string
  readonly instance: string
  readonly chart: string
  readonly onChart: (chart: string) => void
}

/** A chart in which each record has a place of its own: of the first records of a query, marked as a sample if there are more. */
export function RecordsChart(props: RecordsChartProps) {
  const { instanceId, plan, question, instance, chart, onChart } = props
  const limit = plan?.query.limit ?? null
  const most = Math.min(MOST_READ, limit ?? MOST_READ)
  const asked = useQuery(plannedPageQuery(instanceId, plan, { offset: 0, limit: most }))
  if (asked.data === undefined)
    return <output className={styles.hint}>{asked.isError ? chartWords.noRecords : chartWords.drawing}</output>
  const { fields, rows, total, totalIsEstimate } = asked.data.answer
  const isAll = total !== null && !totalIsEstimate && rows.length >= Math.min(total, limit ?? total)
  return (
    <RowsChart
      fields={fields}
      rows={rows}
      notes={{ cut: null, sample: isAll ? null : { of: rows.length, total }, isAbout: totalIsEstimate }}
      asked={{ question, instance, at: asked.dataUpdatedAt }}
      chart={chart}
      onChart={onChart}
    />
  )
}

const MOST_READ = 2000
