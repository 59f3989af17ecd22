import { toolWords } from '../../words/en/filter/tools.ts'
import { ChartColumn } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { prepareCharts } from './loadChart.ts'

export interface ChartButtonProps {
  readonly isOpen: boolean
  readonly small?: boolean
  readonly disabled?: boolean
  readonly onToggle: () => void
}

/** Shows a result as a chart, or closes it. What draws charts begins to load when one is about to press it. */
export function ChartButton({ isOpen, small = false, disabled = false, onToggle }: ChartButtonProps) {
  useShortcuts({ chart: disabled ? undefined : onToggle })
  return (
    <Button
      variant={small ? 'default' : 'ghost'}
      size={small ? 'sm' : 'md'}
      icon={ChartColumn}
      collapses={small ? undefined : 3}
      aria-pressed={isOpen}
      disabled={disabled}
      onPointerEnter={prepareCharts}
      onFocus={prepareCharts}
      onClick={onToggle}
    >
      {toolWords.chart}
    </Button>
  )
}
