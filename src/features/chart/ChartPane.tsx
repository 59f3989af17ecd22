import { toolWords } from '../../words/en/filter/tools.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chartOfText, chartText } from '../../charts/chartLink.ts'
import type { ChartData, ChartField, ChartKind, ChartSpec } from '../../charts/chartData.ts'
import { drawingOf, type Drawing } from '../../charts/drawing.ts'
import { fits, proposeChart, redrawn } from '../../charts/propose.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { Button } from '../../ui/Button.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { chartWords } from '../../words/en/chart.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { ChartFigure } from './ChartFigure.tsx'
import styles from './ChartPane.module.css'
import { ChartTable } from './ChartTable.tsx'
import { ChartTools } from './ChartTools.tsx'
import { loadPictures, loadWorld } from './loadChart.ts'
import type { PictureMaker } from './pictureMaker.ts'
import { seriesColours, type SeriesColours } from './seriesColours.ts'

export interface ChartPaneProps {
  /** What is charted; null while it is not here yet. */
  readonly data: ChartData | null
  /** The chart as the view has it (`View.chart`). What can't be read, or names other columns, gives way to a proposal. */
  readonly chart: string
  /** Another chart was chosen; an empty text closes it. */
  readonly onChart: (chart: string) => void
  /** A value was clicked, or Enter pressed on it: the places of its rows in the data. */
  readonly onPick?: ((rows: readonly number[]) => void) | undefined
  /** A range along the picture was marked: the values in it, in their order, as the data has them. */
  readonly onBrush?: ((field: ChartField, keys: readonly JsonText[]) => void) | undefined
  /** Where records can be drawn instead of what is here: a kind that needs them was chosen. */
  readonly onRecords?: ((kind: ChartKind) => void) | undefined
  /** The series of the picture have these colours, for what stands beside it. */
  readonly onColours?: ((colours: SeriesColours | null) => void) | undefined
  /** The places of the rows that somebody looks at beside the chart: their values are outlined. */
  readonly chosen?: readonly number[] | undefined
}

/**
 * A chart above the rows that it shows, with the line that divides the two: for a column of panels, in which it takes its
 * share of the height.
 */
export function ChartPane(props: ChartPaneProps) {
  const { data, chart, onChart, onPick, onBrush, onRecords, onColours, chosen } = props
  const share = useSetting(settings.chartShare)
  const figure = useRef<HTMLDivElement>(null)
  const spec = useMemo(() => (data === null ? null : specFor(data, chart)), [data, chart])
  const drawing = useMemo(() => (data === null || spec === null ? null : drawingOf(data, spec)), [data, spec])
  const colours = useMemo(() => (drawing === null ? null : seriesColours(drawing)), [drawing])
  useEffect(() => {
    onColours?.(colours)
    return () => onColours?.(null)
  }, [colours, onColours])
  const loading = usePictureMaker(spec?.kind === 'map')
  const choose = (wanted: ChartSpec) => onChart(chartText(wanted))
  return (
    <>
      <section className={styles.pane} style={{ blockSize: `${share * 100}%` }} aria-label={toolWords.chart}>
        <ChartTools
          data={data}
          spec={spec}
          drawing={drawing}
          picture={() => figure.current?.querySelector<SVGSVGElement>('svg[role="img"]') ?? null}
          onKind={(kind: ChartKind) => data !== null && spec !== null && choose(redrawn(data, spec, kind))}
          onSpec={choose}
          onRecords={onRecords}
          onClose={() => onChart('')}
        />
        <div ref={figure} className={styles.figure}>
          {loading.failed ? (
            <p className={styles.hint} role="alert">
              {chartWords.failed}{' '}
              <Button size="sm" onClick={loading.again}>
                {chartWords.tryAgain}
              </Button>
            </p>
          ) : data !== null && (drawing === null || drawing.marks.length === 0) ? (
            <p className={styles.hint}>{emptyWords(data, drawing)}</p>
          ) : drawing === null || loading.maker === null ? (
            <p className={styles.hint}>{chartWords.drawing}</p>
          ) : (
            <ChartFigure drawing={drawing} maker={loading.maker} onPick={onPick} onBrush={onBrush} chosen={chosen} />
          )}
        </div>
        {drawing !== null && <ChartTable drawing={drawing} />}
      </section>
      <Splitter label={chartWords.resize} share={share} onShare={settings.chartShare.set} max={0.85} />
    </>
  )
}

function specFor(data: ChartData, chart: string): ChartSpec | null {
  const named = chartOfText(chart)
  if (named === null) return proposeChart(data)
  if (fits(data, named) && drawingOf(data, named) !== null) return named
  const proposed = proposeChart(data)
  return proposed && redrawn(data, proposed, named.kind)
}

function emptyWords({ rows }: ChartData, drawing: Drawing | null): string {
  if (rows.length === 0) return chartWords.noRows
  return drawing === null ? chartWords.noChart : [chartWords.nothingToDraw, ...drawing.notDrawn].join(' ')
}

/** What draws pictures, once it has loaded; of a map with the world. */
function usePictureMaker(isMap: boolean) {
  const [maker, setMaker] = useState<PictureMaker | null>(null)
  const [failed, setFailed] = useState(false)
  const isComplete = maker !== null && (!isMap || maker.world !== null)
  useEffect(() => {
    if (isComplete || failed) return undefined
    let isHere = true
    Promise.all([loadPictures(), isMap ? loadWorld() : null]).then(
      ([{ drawPicture }, land]) => isHere && setMaker({ drawPicture, world: land?.world ?? null }),
      () => isHere && setFailed(true),
    )
    return () => void (isHere = false)
  }, [isComplete, isMap, failed])
  return { maker: isComplete ? maker : null, failed, again: () => setFailed(false) }
}
