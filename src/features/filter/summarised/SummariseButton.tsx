import { toolWords } from '../../../words/en/filter/tools.ts'
import { Sigma } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { summariseWords } from '../../../words/en/summarise.ts'
import { ChartButton } from '../../chart/ChartButton.tsx'
import { useShortcuts } from '../../shortcuts/useShortcuts.ts'
import { usePicturesOffline } from './usePicturesOffline.ts'
import { useSummarising, type SummarisingOf } from './useSummarising.ts'

export interface SummariseButtonProps extends SummarisingOf {
  /** It is the one in the sheet of the filter, on a phone. */
  readonly isInSheet?: boolean
  /** The column of the grid that one is in. */
  readonly columnOf: () => string | null
}

/** Shows the records, or their summary, as a chart; summarises them, or shows them again; the key does so by the column one is in. */
export function SummariseButton({ isInSheet = false, columnOf, ...of }: SummariseButtonProps) {
  const { resource, view, fields } = of
  // There the chart has its place in the bar.
  const isPhone = useMediaQuery('(width < 640px)')
  const { isOn, turn, chart } = useSummarising(of)
  usePicturesOffline()
  useShortcuts({ summarise: resource === null || isInSheet ? undefined : () => turn(columnOf()) })
  const isOff = resource === null || (fields.length === 0 && !isOn)
  return (
    <>
      {!isPhone && <ChartButton isOpen={view.chart !== ''} disabled={isOff} onToggle={chart} />}
      <Button
        variant={isInSheet ? 'default' : 'ghost'}
        icon={Sigma}
        collapses={isInSheet ? undefined : 3}
        aria-pressed={isOn}
        disabled={isOff}
        title={isOn ? summariseWords.stop : undefined}
        onClick={() => turn(null)}
      >
        {toolWords.summarise}
      </Button>
    </>
  )
}
