import { useQueryClient } from '@tanstack/react-query'
import type { Field } from '../../../protocol/field.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { AUTO_CHART, navigate, type View } from '../../../workspace/view.ts'
import { recordsHavePlaces } from '../../chart/recordsHavePlaces.ts'
import { sampleOf } from '../../summarise/sampleOf.ts'
import { summarisedView, type Summarised } from '../../summarise/startSummary.ts'
import { withSummary } from '../../summarise/summaryEdits.ts'
import { summaryToChart } from '../../summarise/summaryToChart.ts'

export interface SummarisingOf {
  readonly instanceId: string
  /** The table, as it was asked for its records. */
  readonly resource: string | null
  readonly view: View
  readonly fields: readonly Field[]
}

/** Turns from records to their summary, by a column or by the one that tells most, and to a chart; and back. */
export function useSummarising({ instanceId, resource, view, fields }: SummarisingOf) {
  const cache = useQueryClient()
  const isOn = view.summary !== ''
  return {
    isOn,
    turn: (column: string | null) => {
      if (isOn) return void navigate(withSummary(view, null))
      return show(summarisedView(view, fields, sampleOf(cache, instanceId, resource), column))
    },
    chart: () => {
      if (view.chart !== '') return void navigate({ ...view, chart: '' })
      if (isOn) return void navigate({ ...view, chart: AUTO_CHART })
      const sample = sampleOf(cache, instanceId, resource)
      // Places are drawn one by one, on a map; all else is counted where the data is.
      if (recordsHavePlaces(fields)) return void navigate({ ...view, chart: AUTO_CHART })
      const summary = summaryToChart(fields, sample)
      if (summary === null) showToast(summariseWords.noField)
      else navigate({ ...withSummary(view, summary), chart: AUTO_CHART })
    },
  }
}

function show(made: Summarised): void {
  if ('view' in made) navigate(made.view)
  else showToast(made.refusal)
}
