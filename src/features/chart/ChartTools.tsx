import { ChevronDown, Code, Copy, Image, RotateCwSquare, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ChartData, ChartKind, ChartSpec } from '../../charts/chartData.ts'
import { kindName, type Drawing } from '../../charts/drawing.ts'
import { unsuitedKinds } from '../../charts/propose.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { Menu } from '../../ui/floating/Menu.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { chartWords } from '../../words/en/chart.ts'
import styles from './ChartPane.module.css'
import { ColumnChoices } from './ColumnChoices.tsx'
import { KIND_ICONS, KindChoice } from './KindChoice.tsx'
import { pictureFile, tableText } from './saveChart.ts'

export interface ChartToolsProps {
  readonly data: ChartData | null
  readonly spec: ChartSpec | null
  readonly drawing: Drawing | null
  /** The picture on the screen; null while there is none. */
  readonly picture: () => SVGSVGElement | null
  readonly onKind: (kind: ChartKind) => void
  readonly onSpec: (spec: ChartSpec) => void
  /** A kind that draws records was chosen, where there are others to draw. */
  readonly onRecords: ((kind: ChartKind) => void) | undefined
  readonly onClose: () => void
}

/** What is done with a chart: its kind, its columns, and the ways to take it along. */
export function ChartTools({ data, spec, drawing, picture, onKind, onSpec, onRecords, onClose }: ChartToolsProps) {
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const unsuited = data === null ? NO_KINDS : unsuitedKinds(data)
  const series = drawing?.shape.kind === 'groups' ? drawing.shape.groups.series.length : 1
  const suited = FIRST_KINDS.filter((kind) => !unsuited.has(kind))
  const shown = spec === null || suited.includes(spec.kind) ? suited : [...suited, spec.kind]
  const turns = spec !== null && (spec.kind === 'stacked' || spec.kind === 'grouped' || spec.kind === 'histogram')
  const save = async (kind: 'png' | 'svg') => {
    const svg = picture()
    if (svg === null || drawing === null || data === null) return
    const file = await pictureFile(kind, svg, drawing, data.notes).catch(() => null)
    if (file === null) showToast(chartWords.notSaved)
    else saveFile(file.blob, file.name)
  }
  const copy = async () => {
    if (drawing === null) return
    showToast((await copyText(tableText(drawing.table))) ? chartWords.copied : chartWords.notCopied)
  }
  const drawsRecords = (kind: ChartKind) => onRecords !== undefined && OF_RECORDS.has(kind)
  const item = (kind: ChartKind) => ({
    id: kind,
    title: kindName(kind, series),
    icon: KIND_ICONS[kind],
    ...(unsuited.has(kind) && !drawsRecords(kind) ? { refusal: chartWords.unsuited[kind] } : {}),
    onChoose: () => (unsuited.has(kind) ? onRecords?.(kind) : onKind(kind)),
  })
  const others = [...FIRST_KINDS.filter((kind) => unsuited.has(kind)), ...MORE_KINDS]
  return (
    <div className={styles.tools}>
      {spec !== null && (
        <>
          <KindChoice kinds={shown} kind={spec.kind} seriesCount={series} onKind={onKind} />
          <Button
            ref={more}
            variant="ghost"
            aria-haspopup="menu"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {chartWords.moreKinds} <ChevronDown size={12} aria-hidden="true" />
          </Button>
          {isOpen && (
            <Menu
              label={chartWords.moreKinds}
              anchor={more}
              groups={[others.map(item)]}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
      {data !== null && spec !== null && <ColumnChoices data={data} spec={spec} onSpec={onSpec} />}
      <span className={styles.spacer} />
      {turns && (
        <Button
          variant="ghost"
          iconOnly
          icon={RotateCwSquare}
          label={chartWords.turn}
          aria-pressed={spec.isOnSide}
          onClick={() => onSpec({ ...spec, isOnSide: !spec.isOnSide })}
        />
      )}
      <Button icon={Image} label={chartWords.savePng} disabled={drawing === null} onClick={() => void save('png')}>
        {chartWords.png}
      </Button>
      <Button icon={Code} label={chartWords.saveSvg} disabled={drawing === null} onClick={() => void save('svg')}>
        {chartWords.svg}
      </Button>
      <Button icon={Copy} label={chartWords.copyData} disabled={drawing === null} onClick={() => void copy()}>
        {chartWords.data}
      </Button>
      <Button variant="ghost" iconOnly icon={X} label={chartWords.close} onClick={onClose} />
    </div>
  )
}

const NO_KINDS: ReadonlySet<ChartKind> = new Set()

/** Kinds in which each record has a place of its own, so that no summary will do. */
const OF_RECORDS: ReadonlySet<ChartKind> = new Set(['histogram', 'box', 'scatter', 'map'])

const FIRST_KINDS: readonly ChartKind[] = ['stacked', 'grouped', 'lines', 'area', 'heat']
const MORE_KINDS: readonly ChartKind[] = ['multiples', 'histogram', 'box', 'scatter', 'map']
