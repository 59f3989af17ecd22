import { useQuery } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Query } from '../../query/query.ts'
import { searchPageQuery } from '../../results/queries.ts'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartPane.module.css'
import { RowsChart } from './RowsChart.tsx'

export interface RecordsChartProps {
  readonly instanceId: string
  readonly client: ActionClient
  /** Whose records; null while there is nothing to ask. */
  readonly query: Query | null
  /** The query in words, and the instance. */
  readonly question: string
  readonly instance: string
  readonly chart: string
  readonly onChart: (chart: string) => void
}

/** A chart in which each record has a place of its own: of the first records of a query, marked as a sample if there are more. */
export function RecordsChart(props: RecordsChartProps) {
  const { instanceId, client, query, question, instance, chart, onChart } = props
  const most = Math.min(MOST_READ, query?.limit ?? MOST_READ)
  const asked = useQuery({
    ...searchPageQuery(instanceId, client, query ?? NO_QUERY, { offset: 0, limit: most }),
    enabled: query !== null,
  })
  if (asked.data === undefined)
    return <output className={styles.hint}>{asked.isError ? chartWords.noRecords : chartWords.drawing}</output>
  const { fields, rows, total, totalIsEstimate } = asked.data.answer
  const isAll = total !== null && !totalIsEstimate && rows.length >= Math.min(total, query?.limit ?? total)
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
const NO_QUERY: Query = { resource: '', columns: null, where: { all: [] }, search: '', sort: [], limit: null }
