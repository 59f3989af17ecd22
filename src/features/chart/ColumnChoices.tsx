import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChartData, ChartField, ChartSpec } from '../../charts/chartData.ts'
import { choicesFor } from '../../charts/propose.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { Popover, PopoverBody } from '../../ui/floating/Popover.tsx'
import { chartWords } from '../../words/en/chart.ts'
import { shownName } from '../../words/shownName.ts'
import styles from './ChartPane.module.css'

export interface ColumnChoicesProps {
  readonly data: ChartData
  readonly spec: ChartSpec
  readonly onSpec: (spec: ChartSpec) => void
}

/** The button that opens the choice which column goes where. */
export function ColumnChoices(props: ColumnChoicesProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        iconOnly
        icon={SlidersHorizontal}
        label={chartWords.columns}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Popover open={isOpen} onClose={() => setIsOpen(false)} anchor={anchor} label={chartWords.columns}>
        <PopoverBody>
          <Choices {...props} />
        </PopoverBody>
      </Popover>
    </>
  )
}

/** The parts of the chart that have a choice. */
function Choices({ data, spec, onSpec }: ColumnChoicesProps) {
  const { x, y, series } = choicesFor(data, spec.kind)
  const { kind } = spec
  const counts = !data.isGrouped && kind !== 'scatter' && kind !== 'map' && kind !== 'box'
  const others = series.filter((field) => field.id !== spec.x || kind === 'scatter')
  return (
    <>
      <Choice
        label={kind === 'map' ? chartWords.longitude : chartWords.along}
        fields={x}
        value={spec.x}
        none={kind === 'box' ? chartWords.none : null}
        onChange={(id) => onSpec({ ...spec, x: id, series: id === spec.series ? spec.x : spec.series })}
      />
      <Choice
        label={kind === 'map' ? chartWords.latitude : chartWords.up}
        fields={y}
        value={spec.y}
        none={counts ? chartWords.count : null}
        onChange={(id) => onSpec({ ...spec, y: id })}
      />
      <Choice
        label={kind === 'heat' ? chartWords.lines : kind === 'multiples' ? chartWords.panels : chartWords.colours}
        fields={others}
        value={spec.series}
        none={kind === 'heat' || kind === 'multiples' ? null : chartWords.none}
        onChange={(id) => onSpec({ ...spec, series: id })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly fields: readonly ChartField[]
  readonly value: string | null
  /** What choosing none of them is called; null if one has to be chosen. */
  readonly none: string | null
  readonly onChange: (id: string | null) => void
}

function Choice({ label, fields, value, none, onChange }: ChoiceProps) {
  if (fields.length === 0) return null
  const options = fields.map(({ name }, at) => ({ value: String(at), title: shownName(name) }))
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        value={String(fields.findIndex((field) => field.id === value))}
        options={[...(none === null ? [] : [{ value: '-1', title: none }]), ...options]}
        onChange={(at) => onChange(fields[Number(at)]?.id ?? null)}
      />
    </div>
  )
}
