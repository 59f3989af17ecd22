import { axisX, axisY, cell as cellMark, plot, text } from '@observablehq/plot'
import { exactWords } from '../exact.ts'
import type { Groups } from '../groups.ts'
import { onRampColour, rampColour } from './inks.ts'
import { AXIS, tagged, type Plotted, type PlotRoom } from './plotted.ts'
import { clipped, textWidth } from '../svg.ts'
import { axisNumbers, labelledPlaces, TICK_SIZE } from './ticks.ts'

/** A heat map: the darker, the more (in the dark theme the brighter). Where there is nothing, nothing is drawn. */
export function plotHeat(groups: Groups, room: PlotRoom): Plotted {
  const { axis, series, cells } = groups
  const [least, most] = heatRange(groups)
  const names = series.map(({ label }) => clipped(label, TICK_SIZE, Math.min(200, room.width * 0.3)))
  const left = Math.max(...names.map((name) => textWidth(name, TICK_SIZE)), 28) + 14
  const length = room.width - left - RIGHT
  const numbers = axisNumbers(Math.max(most, -least))
  const items = cells.map((cell, mark) => {
    const share = most === least ? 1 : (cell.value - least) / (most - least)
    const words = exactWords(cell.exact)
    return { mark, ...cell, share, colour: rampColour(share), words: words.length > 7 ? numbers(cell.value) : words }
  })
  const width = length / axis.places.length
  const height = (room.height - TOP - BOTTOM) / series.length
  const isRoomy = height >= 16 && items.every(({ words }) => textWidth(words, TICK_SIZE) + 6 <= width)
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: left,
    marginRight: RIGHT,
    x: { type: 'band', domain: [...axis.places.keys()], padding: 0, label: null },
    y: { type: 'band', domain: [...series.keys()], padding: 0, label: null },
    marks: [
      axisX([...labelledPlaces(axis, length)], {
        ...AXIS,
        tickFormat: (at: number) => clipped(axis.places[at]?.label ?? '', TICK_SIZE, 110),
        tickPadding: 8,
      }),
      axisY({
        ...AXIS,
        ticks: [...series.keys()].filter((at) => at % Math.ceil(12 / height) === 0),
        tickFormat: (at: number) => names[at] ?? '',
        tickPadding: 8,
      }),
      cellMark(items, {
        x: 'x',
        y: 'series',
        fill: { value: 'colour', scale: null },
        inset: Math.min(width, height) > 8 ? 0.5 : 0,
        ...tagged(items),
      }),
      isRoomy
        ? text(items, {
            x: 'x',
            y: 'series',
            text: 'words',
            fontSize: TICK_SIZE,
            fill: { value: ({ share }: { share: number }) => onRampColour(share), scale: null },
          })
        : null,
    ],
  })
  const spans = axis.places.map((_, at) => ({ from: left + at * width, to: left + (at + 1) * width }))
  return { svg, left, spans, isOnSide: false }
}

/** The numbers at the two ends of the colours; the weak end is 0 where figures can be added up. */
export function heatRange({ cells, measure }: Groups): readonly [number, number] {
  let [least, most] = measure.isAdditive ? [0, -Infinity] : [Infinity, -Infinity]
  for (const { value } of cells) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

const TOP = 8
const BOTTOM = 28
const RIGHT = 12
