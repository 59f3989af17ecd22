import { useCallback, useMemo } from 'react'
import { REST, type ChartKind } from '../../charts/chartData.ts'
import { summaryData } from '../../charts/summaryData.ts'
import type { Field } from '../../protocol/field.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import type { Grouping, Summary, SummaryAnswer } from '../../summary/summary.ts'
import { showToast } from '../../ui/Toast.tsx'
import { chartWords } from '../../words/en/chart.ts'
import { ChartPane } from './ChartPane.tsx'
import { chartSubtitle, type Asked } from './chartSubtitle.ts'
import type { SeriesColours } from './seriesColours.ts'

export interface SummaryChartProps {
  readonly summary: Summary
  readonly answer: SummaryAnswer
  /** Those of the table. */
  readonly fields: readonly Field[]
  readonly asked: Asked
  /** The chart as the view has it (`View.chart`). */
  readonly chart: string
  readonly onChart: (chart: string) => void
  /** A kind was chosen that draws records, not groups. */
  readonly onRecords: (kind: ChartKind) => void
  /** A group was chosen, by its keys in the order of the answer; null: those that were left out. */
  readonly onGroup: (keys: readonly JsonText[] | null) => void
  /** Groups of one field next to each other were marked: their keys. */
  readonly onRange: (grouping: Grouping, keys: readonly JsonText[]) => void
  /** The series have these colours, if they are the groups of a grouping in rows; else null. */
  readonly onColours?: (colours: RowColours | null) => void
  /** The first keys of the groups that somebody looks at beside the chart; null: at none. */
  readonly chosen: readonly JsonText[] | null
}

/** What the groups of the grouping at that place are drawn with, as CSS backgrounds: by their keys, and what was left out. */
interface RowColours {
  readonly at: number
  readonly of: ReadonlyMap<JsonText, string>
  readonly rest: string | undefined
}

/** A chart of a summary, whose groups lead to their records. */
export function SummaryChart(props: SummaryChartProps) {
  const { summary, answer, fields, asked, chart, onChart, onRecords, onGroup, onRange, onColours, chosen } = props
  const subtitle = chartSubtitle(asked)
  const data = useMemo(() => summaryData(summary, answer, fields, subtitle), [summary, answer, fields, subtitle])
  const chosenRows = useMemo(() => {
    const isChosen = (keys: readonly JsonText[]) => chosen?.every((key, at) => keys[at] === key) ?? false
    return answer.groups.flatMap(({ keys }, row) => (isChosen(keys) ? row : []))
  }, [answer, chosen])
  const groupings = summary.across === null ? summary.by : [...summary.by, summary.across]
  const onSeries = useCallback(
    (colours: SeriesColours | null) => {
      const at = colours === null ? -1 : data.fields.findIndex(({ id }) => id === colours.field)
      onColours?.(
        colours !== null && at >= 0 && at < summary.by.length
          ? { at, of: colours.of, rest: colours.of.get(REST) }
          : null,
      )
    },
    [data, summary, onColours],
  )
  return (
    <ChartPane
      data={data}
      chart={chart}
      onChart={onChart}
      onRecords={onRecords}
      onColours={onSeries}
      chosen={chosenRows}
      onPick={([row, ...more]) => {
        if (row === undefined) return
        if (more.length > 0) showToast(chartWords.severalGroups)
        else onGroup(answer.groups[row]?.keys ?? null)
      }}
      onBrush={(field, keys) => {
        const grouping = groupings[data.fields.findIndex(({ id }) => id === field.id)]
        if (grouping !== undefined) onRange(grouping, keys)
      }}
    />
  )
}
