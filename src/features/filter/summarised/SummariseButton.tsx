import { useQueryClient } from '@tanstack/react-query'
import { Sigma } from 'lucide-react'
import type { Field } from '../../../protocol/field.ts'
import { Button } from '../../../ui/Button.tsx'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { AUTO_CHART, navigate, type View } from '../../../workspace/view.ts'
import { ChartButton } from '../../chart/ChartButton.tsx'
import { usePicturesOffline } from './usePicturesOffline.ts'
import { recordsHavePlaces } from '../../chart/recordsHavePlaces.ts'
import { useShortcuts } from '../../shortcuts/useShortcuts.ts'
import { summaryToChart } from '../../summarise/summaryToChart.ts'
import { sampleOf } from '../../summarise/sampleOf.ts'
import { summarisedView, type Summarised } from '../../summarise/startSummary.ts'
import { withSummary } from '../../summarise/summaryEdits.ts'

export interface SummariseButtonProps {
  readonly instanceId: string
  /** The table, as it was asked for its records. */
  readonly resource: string | null
  readonly view: View
  readonly fields: readonly Field[]
  /** It is the one in the sheet of a phone, which has no room for it elsewhere. */
  readonly isInSheet?: boolean
  /** The column of the grid that one is in. */
  readonly columnOf: () => string | null
}

/** Shows the records, or their summary, as a chart; summarises them, or shows them again; the key does so by the column one is in. */
export function SummariseButton({
  instanceId,
  resource,
  view,
  fields,
  isInSheet = false,
  columnOf,
}: SummariseButtonProps) {
  const cache = useQueryClient()
  const isPhone = useMediaQuery('(width < 640px)')
  const isOn = view.summary !== ''
  usePicturesOffline()
  const turn = (column: string | null) => {
    if (isOn) return void navigate(withSummary(view, null))
    return show(summarisedView(view, fields, sampleOf(cache, instanceId, resource), column))
  }
  const chart = () => {
    if (view.chart !== '') return void navigate({ ...view, chart: '' })
    if (isOn) return void navigate({ ...view, chart: AUTO_CHART })
    const sample = sampleOf(cache, instanceId, resource)
    // Places are drawn one by one, on a map; all else is counted where the data is.
    if (recordsHavePlaces(fields)) return void navigate({ ...view, chart: AUTO_CHART })
    const summary = summaryToChart(fields, sample)
    if (summary === null) showToast(summariseWords.noField)
    else navigate({ ...withSummary(view, summary), chart: AUTO_CHART })
  }
  useShortcuts({ summarise: resource === null || isInSheet ? undefined : () => turn(columnOf()) })
  if (isPhone !== isInSheet) return null
  return (
    <>
      <ChartButton
        isOpen={view.chart !== ''}
        disabled={resource === null || (fields.length === 0 && !isOn)}
        onToggle={chart}
      />
      <Button
        variant={isInSheet ? 'default' : 'ghost'}
        icon={Sigma}
        collapses={isInSheet ? undefined : 3}
        aria-pressed={isOn}
        disabled={resource === null || (fields.length === 0 && !isOn)}
        title={isOn ? summariseWords.stop : undefined}
        onClick={() => turn(null)}
      >
        {summariseWords.summarise}
      </Button>
    </>
  )
}

function show(made: Summarised): void {
  if ('view' in made) navigate(made.view)
  else showToast(made.refusal)
}
