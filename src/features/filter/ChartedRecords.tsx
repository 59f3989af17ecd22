import type { Instance } from '../../instances/instance.ts'
import type { Plan } from '../../results/plan/plan.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { RecordsChart } from '../chart/RecordsChart.tsx'
import { questionOf } from './summarised/questionOf.ts'

export interface ChartedRecordsProps {
  readonly instance: Instance
  readonly title: string
  readonly view: View
  readonly plan: Plan | null
}

/** The records of the form as a chart above them: for charts in which each record has a place of its own. */
export function ChartedRecords({ instance, title, view, plan }: ChartedRecordsProps) {
  return (
    <RecordsChart
      instanceId={instance.id}
      plan={plan}
      question={questionOf(title, view)}
      instance={instance.title}
      chart={view.chart}
      onChart={(chart) => navigate({ ...view, chart })}
    />
  )
}
