import { ChartColumn, Columns3, Ellipsis, ListFilter, Table2, type LucideIcon } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { activeParts } from '../../../query/where.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { phoneWords } from '../../../words/en/filter/phone.ts'
import { sheetWords } from '../../../words/en/filter/sheet.ts'
import { navigate } from '../../../workspace/view.ts'
import { prepareCharts } from '../../chart/loadChart.ts'
import { useShortcuts } from '../../shortcuts/useShortcuts.ts'
import { withSummary } from '../../summarise/summaryEdits.ts'
import type { Beside } from '../beside/useBeside.ts'
import { useSummarising, type SummarisingOf } from '../summarised/useSummarising.ts'
import styles from './PhoneBar.module.css'

export interface PhoneBarProps {
  readonly of: SummarisingOf
  readonly beside: Beside
  readonly isMore: boolean
  readonly onMore: (isOpen: boolean) => void
  readonly onFilter: () => void
}

/** The places of a phone, each with its name: the table, its filter, its chart, its columns, and all else. */
export function PhoneBar({ of, beside, isMore, onMore, onFilter }: PhoneBarProps) {
  const { view, fields, resource } = of
  const id = useId()
  const { chart } = useSummarising(of)
  const on = activeParts(view.where).length
  const isOff = resource === null || (fields.length === 0 && view.summary === '')
  const now = isMore ? 'more' : beside.kind === 'columns' ? 'columns' : view.chart === '' ? 'table' : 'chart'
  const toTable = () => {
    onMore(false)
    if (beside.kind === 'columns') beside.showColumns(false)
    if (view.summary !== '' || view.chart !== '') navigate({ ...withSummary(view, null), chart: '' })
  }
  const toChart = () => {
    onMore(false)
    if (beside.kind === 'columns') beside.showColumns(false)
    if (view.chart === '') chart()
  }
  const toColumns = () => {
    onMore(false)
    // A summary has no columns to choose.
    if (view.summary !== '') navigate({ ...withSummary(view, null), chart: '' })
    beside.showColumns(beside.kind !== 'columns')
  }
  useShortcuts({ chart: isOff ? undefined : chart, chooseColumns: isOff ? undefined : toColumns })
  return (
    <nav className={styles.bar} aria-label={phoneWords.panels}>
      <Place icon={Table2} isNow={now === 'table'} onClick={toTable}>
        {phoneWords.table}
      </Place>
      <Place
        icon={ListFilter}
        isNow={false}
        disabled={isOff}
        aria-haspopup="dialog"
        aria-describedby={id}
        count={on}
        onClick={() => {
          onMore(false)
          onFilter()
        }}
      >
        {phoneWords.filter}
      </Place>
      <Place
        icon={ChartColumn}
        isNow={now === 'chart'}
        disabled={isOff}
        onPointerEnter={prepareCharts}
        onClick={toChart}
      >
        {phoneWords.chart}
      </Place>
      <Place icon={Columns3} isNow={now === 'columns'} disabled={isOff} onClick={toColumns}>
        {phoneWords.columns}
      </Place>
      <Place icon={Ellipsis} isNow={now === 'more'} aria-expanded={isMore} onClick={() => onMore(!isMore)}>
        {phoneWords.more}
      </Place>
      <VisuallyHidden id={id}>{sheetWords.areOn(on)}</VisuallyHidden>
    </nav>
  )
}

interface PlaceProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'type'> {
  readonly icon: LucideIcon
  readonly isNow: boolean
  readonly count?: number
  readonly children: ReactNode
}

function Place({ icon, isNow, count = 0, children, ...rest }: PlaceProps) {
  return (
    <button type="button" aria-current={isNow || undefined} {...rest}>
      <span className={styles.icon}>
        <Icon icon={icon} size={20} />
        {/* Drawn by the style: the description says it in words, and the name stays. */}
        {count > 0 && <b data-count={count} />}
      </span>
      {children}
    </button>
  )
}
