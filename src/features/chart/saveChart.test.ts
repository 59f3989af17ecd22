import { expect, test } from 'vitest'
import { pictureName, tableText } from './saveChart.ts'

const WHOLE = { cut: null, sample: null, isAbout: false }

test('a file is named by the title, and says if it shows a part', () => {
  expect(pictureName('Records by a/b', WHOLE, 'svg')).toBe('Records by a b.svg')
  expect(pictureName('x', { ...WHOLE, sample: { of: 2000, total: null } }, 'png')).toBe('x-sample-of-2000.png')
  expect(pictureName('x', { ...WHOLE, cut: 32000, sample: { of: 1, total: 2 } }, 'png')).toBe('x-cut-at-32000.png')
  expect(pictureName(' ?. ', WHOLE, 'svg')).toBe('chart.svg')
})

test('data is copied as lines with tabs, which no value can break', () => {
  expect(tableText({ head: ['a', 'b'], rows: [['x\ty', '1\n2']] })).toBe('a\tb\nx y\t1 2')
})
