import { catalogue } from '../catalogue.ts'
import { countWords, recordsWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** Charts: their buttons, and what is written into a picture and said about it. */
export const chartWords = catalogue('chart', {
  noRows: 'There are no rows to draw.',
  noChart: 'Nothing here can be drawn: a chart needs a column of numbers, dates or a few different values.',
  kind: 'Chart kind',
  moreKinds: 'More kinds',
  kinds: {
    stacked: 'Stacked bars',
    grouped: 'Grouped bars',
    lines: 'Lines',
    area: 'Area',
    heat: 'Heat map',
    multiples: 'Small multiples',
    histogram: 'Histogram',
    box: 'Box plot',
    scatter: 'Scatter plot',
    map: 'Map',
  },
  /** Stacked bars of a single series. */
  bars: 'Bars',
  unsuited: {
    stacked: 'Bars need a column of groups.',
    grouped: 'Grouped bars need two columns of groups.',
    lines: 'Lines need a column of dates, or of numbers in steps.',
    area: 'An area needs dates, or numbers in steps, and figures that can be added up.',
    heat: 'A heat map needs two columns of groups.',
    multiples: 'Small multiples need two columns of groups.',
    histogram: 'A histogram needs a column of numbers, one for each record.',
    box: 'A box plot needs a column of numbers, one for each record.',
    scatter: 'A scatter plot needs two columns of numbers.',
    map: 'A map needs a column of latitudes and one of longitudes.',
  },
  columns: 'What is drawn',
  along: 'Horizontal axis',
  up: 'Vertical axis',
  latitude: 'Latitude',
  longitude: 'Longitude',
  colours: 'Colours',
  lines: 'Lines',
  panels: 'Panels',
  none: 'none',
  turn: 'Turn the chart on its side',
  png: 'PNG',
  svg: 'SVG',
  data: 'Data',
  savePng: 'Save chart as PNG',
  saveSvg: 'Save chart as SVG',
  copyData: 'Copy chart data',
  close: 'Close chart',
  resize: 'Resize chart',
  drawing: 'Drawing the chart',
  severalGroups: 'Several groups are drawn as one here. Choose one of them in the table.',
  copied: 'Copied the data of the chart',
  notCopied: "This browser didn't allow copying.",
  notSaved: "This browser couldn't make the picture. Save it as SVG instead.",
  noRecords: "The records of the chart couldn't be loaded.",
  failed: "The chart couldn't be drawn.",
  tryAgain: 'Try again',
  table: (title: string) => `${title}, as a table`,
  tableCut: (title: string, shown: number, all: number) =>
    `${title}, as a table: the first ${countWords(shown)} of ${countWords(all)} rows`,
  nothingToDraw: 'No value can be drawn.',
  fileName: 'chart',
  fileCut: (at: number) => `cut-at-${at}`,
  fileSample: (of: number) => `sample-of-${of}`,

  /** The keyboard's way through a picture. */
  values: (title: string) => `Values of ${title}`,
  valuesHelp: 'Arrows move from value to value, Home and End to the first and the last.',
  pickHelp: 'Enter shows the records behind the value.',
  brushHelp: 'Shift and an arrow mark a range, Enter filters by it, Esc drops it.',
  range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  brushed: (range: string) => `${range} marked`,

  /** What was asked, as one says it. */
  question: (table: string, search: string, where: string) =>
    [table, search === '' ? '' : `matching “${search}”`, where === '' ? '' : `where ${where}`]
      .filter(Boolean)
      .join(' '),
  /** Below the title: what was asked, where and when. */
  subtitle: (question: string, instance: string, day: string) => [question, instance, day].filter(Boolean).join(' · '),
  units: {
    year: (field: string) => `year of ${field}`,
    quarter: (field: string) => `quarter of ${field}`,
    month: (field: string) => `month of ${field}`,
    week: (field: string) => `week of ${field}`,
    day: (field: string) => `day of ${field}`,
    hour: (field: string) => `hour of ${field}`,
    weekday: (field: string) => `weekday of ${field}`,
    monthOfYear: (field: string) => `month of the year of ${field}`,
    hourOfDay: (field: string) => `hour of the day of ${field}`,
  },
  figures: {
    count: 'Records',
    share: 'Share of records',
    distinct: (field: string) => `Different values of ${field}`,
    sum: (field: string) => `Sum of ${field}`,
    mean: (field: string) => `Mean of ${field}`,
    median: (field: string) => `Median of ${field}`,
    min: (field: string) => `Smallest ${field}`,
    max: (field: string) => `Largest ${field}`,
  },
  records: 'Records',
  count: 'Number of rows',
  sumOf: (name: string) => `Sum of ${name}`,
  null: 'null',
  rest: 'the rest',
  step: (from: string, to: string) => `${from} to below ${to}`,
  stepShort: (from: string, to: string) => `${from}–${to}`,
  /** A measure and the unit of the data dictionary. */
  inUnit: (name: string, unit: string) => `${name} (${unit})`,
  title: {
    of: (measure: string, x: string) => `${measure} by ${x}`,
    ofBoth: (measure: string, x: string, series: string) => `${measure} by ${x} and ${series}`,
    onLogScale: (title: string) => `${title} (logarithmic scale)`,
    against: (y: string, x: string) => `${y} against ${x}`,
    spread: (name: string) => `How ${name} is spread`,
    spreadBy: (name: string, by: string) => `How ${name} is spread, by ${by}`,
    map: (latitude: string, longitude: string) => `Places by ${latitude} and ${longitude}`,
    coloured: (title: string, by: string) => `${title}, by ${by}`,
  },
  /** What a value of the picture is: `2024, active: 5,182`. */
  value: (place: readonly string[], value: string) => `${place.join(', ')}: ${value}`,
  point: (parts: readonly string[]) => parts.join(', '),
  part: (name: string, value: string) => `${name} ${value}`,
  boxOf: (figures: Readonly<Record<'least' | 'lower' | 'median' | 'upper' | 'most', string>>) =>
    `median ${figures.median}, middle half ${figures.lower} to ${figures.upper}, whole range ${figures.least} to ${figures.most}`,
  boxFigures: {
    least: 'least',
    lower: 'lower quartile',
    median: 'median',
    upper: 'upper quartile',
    most: 'most',
  },

  cutNote: (at: number) => `Cut at ${countWords(at)} rows. The rest is not in this picture.`,
  groupsCutNote: (at: number) => `Cut at ${countWords(at)} groups. The rest is not in this picture.`,
  sampleNote: (of: number, total: number | null, isAbout: boolean) =>
    total === null
      ? `From a sample: the first ${recordsWords(of)}.`
      : `From a sample: ${countWords(of)} of ${isAbout ? 'about ' : ''}${recordsWords(total)}.`,
  sampleCutNote: (of: number, total: number | null, isAbout: boolean, at: number) =>
    total === null
      ? `From a sample: the first ${recordsWords(of)} (cut at ${countWords(at)}).`
      : `From a sample: the first ${countWords(of)} of ${isAbout ? 'about ' : ''}${recordsWords(total)} (cut at ${countWords(at)}).`,

  notDrawn: {
    withoutCounted: (count: string, source: string) => `${count} without ${source} are not drawn`,
    without: (source: string) => `Anything without ${source} is not drawn`,
    /** Of dates and numbers that have no place along an axis. */
    beyondCounted: (count: string, source: string, isTime: boolean) =>
      `${count} whose ${source} is ${isTime ? 'infinite or after the year 275,760' : 'NaN or infinite'} are not drawn`,
    beyond: (source: string, isTime: boolean) =>
      `Anything whose ${source} is ${isTime ? 'infinite or after the year 275,760' : 'NaN or infinite'} is not drawn`,
    noNumbers: (count: number, name: string) =>
      plural(count, {
        one: `1 value of ${name} is not a number and is not drawn`,
        other: `${countWords(count)} values of ${name} are not numbers and are not drawn`,
      }),
    noPlaces: (count: number) =>
      plural(count, {
        one: '1 row without both values is not drawn',
        other: `${countWords(count)} rows without both values are not drawn`,
      }),
    offMap: (count: number) =>
      plural(count, {
        one: '1 row has coordinates outside the world and is not drawn',
        other: `${countWords(count)} rows have coordinates outside the world and are not drawn`,
      }),
    more: (count: number, name: string) =>
      plural(count, {
        one: `1 more value of ${name} is not drawn`,
        other: `${countWords(count)} more values of ${name} are not drawn`,
      }),
    morePoints: (drawn: number, all: number) => `${countWords(drawn)} of ${countWords(all)} points are drawn`,
    several: (count: number) =>
      plural(count, {
        one: '1 place has several values and is not drawn',
        other: `${countWords(count)} places have several values and are not drawn`,
      }),
  },

  /** The sentences that describe a picture. */
  described: {
    empty: (kind: string) => `${kind} without a value.`,
    extremes: (kind: string, most: string, least: string) => `${kind}. Largest: ${most}; smallest: ${least}.`,
    single: (kind: string, only: string) => `${kind} of a single value, ${only}.`,
    points: (kind: string, count: number, x: string, y: string) =>
      `${kind} of ${plural(count, { one: '1 point', other: `${countWords(count)} points` })}; ${x}, ${y}.`,
    between: (name: string, from: string, to: string) => `${name} from ${from} to ${to}`,
    rises: (from: string, to: string) => `Overall it rises, from ${from} to ${to}.`,
    falls: (from: string, to: string) => `Overall it falls, from ${from} to ${to}.`,
    level: (from: string, to: string) => `It ends about where it began, ${from} and ${to}.`,
    series: (names: string) => `Series, largest first: ${names}.`,
    boxes: (kind: string, parts: string) => `${kind}. ${parts}.`,
  },
})
