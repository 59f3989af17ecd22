import { describe, expect, test } from 'vitest'
import { bandsOf, countOf, rectsOf } from './selectedArea.ts'
import { dragged, NO_SELECTION, pressed, selectedByKey, type Selection } from './selection.ts'

const columns = ['title', 'code', 'area', 'depth', 'lead']
const size = { rows: 1000, columns: columns.length, page: 20, firstInView: 0 }
const PLAIN = { extend: false, add: false }
const SHIFT = { extend: true, add: false }
const CTRL = { extend: false, add: true }
const at = (row: number, column: string) => ({ row, column })

/** Where the ranges lie: `2-4 code-area`. */
function shown(selection: Selection, order = columns, rowCount = size.rows): string[] {
  return rectsOf(selection, rowCount, order).map(
    ({ rows, columns: { start, end } }) => `${rows.start}-${rows.end - 1} ${order[start]}-${order[end - 1]}`,
  )
}

/** Presses keys one after the other, as `Shift+ArrowDown`, from the cell of row 10, column `code`. */
function press(keys: string, from: Selection = NO_SELECTION, row = 10) {
  let selection = from
  let reveal: unknown = null
  for (const chord of keys.split(' ')) {
    const parts = chord.split('+')
    const key = {
      key: parts.at(-1)?.replace('Space', ' ') ?? '',
      ctrl: parts.includes('Ctrl'),
      shift: parts.includes('Shift'),
    }
    const next = selectedByKey(selection, key, { size, columns, active: { row, column: 1 } })
    if (next === null) return null
    ;({ selection, reveal } = next)
  }
  return { shown: shown(selection), reveal }
}

describe('by key', () => {
  test.each([
    ['Shift+ArrowDown', '10-11 code-code'],
    ['Shift+ArrowDown Shift+ArrowDown Shift+ArrowRight', '10-12 code-area'],
    ['Shift+ArrowUp Shift+ArrowLeft', '9-10 title-code'],
    ['Shift+ArrowDown Shift+ArrowUp Shift+ArrowUp', '9-10 code-code'],
    ['Ctrl+Shift+ArrowDown', '10-999 code-code'],
    ['Ctrl+Shift+ArrowUp', '0-10 code-code'],
    ['Ctrl+Shift+ArrowRight', '10-10 code-lead'],
    ['Shift+End', '10-10 code-lead'],
    ['Shift+Home', '10-10 title-code'],
    ['Ctrl+Shift+End', '10-999 code-lead'],
    ['Ctrl+Shift+Home', '0-10 title-code'],
    ['Shift+PageDown', '10-30 code-code'],
    ['Shift+PageUp', '0-10 code-code'],
    ['Ctrl+a', '0-999 title-lead'],
    ['Ctrl+A', '0-999 title-lead'],
    ['Ctrl+Shift+Space', '0-999 code-code'],
    ['Shift+Space', '10-10 title-lead'],
    ['Space', '10-10 title-lead'],
    ['Shift+Space Shift+ArrowDown', '10-11 title-lead'],
    ['Shift+ArrowRight Ctrl+Shift+Space', '0-999 code-area'],
    ['Shift+ArrowDown Shift+Space', '10-11 title-lead'],
    ['Shift+Space Ctrl+Shift+Space', '0-999 title-lead'],
  ])('%s', (keys, expected) => {
    expect(press(keys)?.shown).toEqual([expected])
  })

  test('Esc leaves the active cell alone; a second one, and other keys, are not of the selection', () => {
    expect(press('Shift+ArrowDown Escape')?.shown).toEqual([])
    for (const keys of ['Escape', 'ArrowDown', 'Ctrl+Space', 'Enter', 'Shift+Enter', 'x', 'a', 'Shift+F']) {
      expect(press(keys), keys).toBeNull()
    }
  })

  test('what has to come into view is the moving end', () => {
    expect(press('Shift+PageDown Shift+ArrowRight')?.reveal).toEqual({ row: 30, column: 2 })
  })

  test('on a header only its column and everything can be selected: arrows with Shift resize it', () => {
    expect(press('Ctrl+Shift+Space', NO_SELECTION, -1)?.shown).toEqual(['0-999 code-code'])
    expect(press('Ctrl+a', NO_SELECTION, -1)?.shown).toEqual(['0-999 title-lead'])
    expect(press('Shift+ArrowRight', NO_SELECTION, -1)).toBeNull()
  })

  test('an empty grid selects nothing', () => {
    const empty = { size: { ...size, rows: 0 }, columns, active: { row: -1, column: 0 } }
    expect(selectedByKey([], { key: 'a', ctrl: true, shift: false }, empty)).toBeNull()
  })
})

describe('by pointer', () => {
  test('a plain press leaves the cell alone, a drag selects a block either way', () => {
    expect(pressed([], 'cells', at(3, 'area'), PLAIN, null)).toEqual([])
    expect(shown(dragged([], at(3, 'area'), at(1, 'title')))).toEqual(['1-3 title-area'])
  })

  test('Shift extends, Ctrl adds, and the cell that was active belongs to it', () => {
    expect(shown(pressed([], 'cells', at(5, 'lead'), SHIFT, at(2, 'depth')))).toEqual(['2-5 depth-lead'])
    const two = pressed([], 'cells', at(5, 'lead'), CTRL, at(2, 'depth'))
    expect(shown(two)).toEqual(['2-2 depth-depth', '5-5 lead-lead'])
    expect(shown(dragged(two, at(5, 'lead'), at(7, 'lead')))).toEqual(['2-2 depth-depth', '5-7 lead-lead'])
    expect(shown(pressed([], 'cells', at(5, 'lead'), CTRL, null))).toEqual(['5-5 lead-lead'])
  })

  test('numbers of rows and headers of columns select whole ones, and drag to more', () => {
    const row = pressed([], 'rows', at(4, 'title'), PLAIN, at(0, 'code'))
    expect(shown(dragged(row, at(4, 'title'), at(6, 'title')))).toEqual(['4-6 title-lead'])
    const column = pressed([], 'columns', at(0, 'code'), PLAIN, null)
    expect(shown(pressed(column, 'columns', at(0, 'lead'), SHIFT, null))).toEqual(['0-999 code-lead'])
  })
})

describe('what changes under a selection', () => {
  test('whole columns and everything grow with the rows that come; blocks stay', () => {
    const column = pressed([], 'columns', at(0, 'code'), PLAIN, null)
    expect(shown(column, columns, 5000)).toEqual(['0-4999 code-code'])
    expect(shown(dragged([], at(3, 'area'), at(8, 'area')), columns, 6)).toEqual(['3-5 area-area'])
  })

  test('a range stays with its columns when they are moved, and goes with one that is hidden', () => {
    const block = dragged([], at(3, 'code'), at(4, 'area'))
    expect(shown(block, ['lead', 'area', 'code', 'title'])).toEqual(['3-4 area-code'])
    expect(shown(block, ['title', 'code', 'lead'])).toEqual([])
  })
})

describe('how much it is', () => {
  test('cells in two ranges count once', () => {
    const bands = bandsOf([
      { rows: { start: 0, end: 4 }, columns: { start: 0, end: 2 } },
      { rows: { start: 2, end: 6 }, columns: { start: 1, end: 3 } },
    ])
    expect(bands).toEqual([
      { rows: { start: 0, end: 2 }, columns: [0, 1] },
      { rows: { start: 2, end: 4 }, columns: [0, 1, 2] },
      { rows: { start: 4, end: 6 }, columns: [1, 2] },
    ])
    expect(countOf(bands)).toEqual({ cells: 14, rows: 6, columns: 3, isBlock: false })
  })

  test('rows that touch are one band, and fifty million cost no more than one', () => {
    const rects = rectsOf([{ kind: 'all', from: at(0, 'title'), to: at(0, 'title') }], 50_000_000, columns)
    expect(countOf(bandsOf(rects))).toEqual({ cells: 250_000_000, rows: 50_000_000, columns: 5, isBlock: true })
  })
})
