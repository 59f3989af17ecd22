import { assert, boolean, constantFrom, option, property, record, string, type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { CHART_KINDS, type ChartSpec } from './chartData.ts'
import { chartOfText, chartText } from './chartLink.ts'

const id = option(string({ unit: 'grapheme' }))
const spec: Arbitrary<ChartSpec> = record({
  kind: constantFrom(...CHART_KINDS),
  x: id,
  y: id,
  series: id,
  isOnSide: boolean(),
})

test('a chart survives the way into a link and back, whatever its fields are called', () => {
  assert(
    property(spec, (chart) => {
      expect(chartOfText(chartText(chart))).toEqual(chart)
    }),
  )
})

test('the text can be read', () => {
  const chart: ChartSpec = { kind: 'stacked', x: 'year', y: null, series: 'a, or \\b', isOnSide: true }
  expect(chartText(chart)).toBe('stacked,x:year,by:a\\, or \\\\b,side')
})

test('what was typed or cut off is read as far as it goes, and nothing throws', () => {
  expect(chartOfText('')).toBeNull()
  expect(chartOfText('pie,x:a')).toBeNull()
  expect(chartOfText(' Lines,x:a,colour:red,y:')).toEqual({
    kind: 'lines',
    x: 'a',
    y: '',
    series: null,
    isOnSide: false,
  })
  assert(property(string(), (text) => void chartOfText(text)))
})
