import { describe, expect, test } from 'vitest'
import { layoutOf, layoutOfText, layoutText, type ColumnLayout } from './columnLayout.ts'
import { arrangedColumns, dropOf, stepOf, withLayoutEdit, type LayoutEdit } from './layoutEdits.ts'

const IDS = ['_id', 'a', 'b', 'c', 'd', 'e']
const shownBy = (layout: ColumnLayout, ids = IDS) =>
  arrangedColumns(ids, layout)
    .map(({ id, pin }) => (pin === 'left' ? `<${id}` : pin === 'right' ? `${id}>` : id))
    .join(' ')
const after = (layout: ColumnLayout, ...edits: (LayoutEdit | null)[]) =>
  edits.reduce((now, edit) => (edit === null ? now : withLayoutEdit(now, IDS, edit)), layout)
const drop = (layout: ColumnLayout, id: string, to: number) =>
  after(layout, dropOf(arrangedColumns(IDS, layout), id, to))
const step = (layout: ColumnLayout, id: string, by: -1 | 1) =>
  after(layout, stepOf(arrangedColumns(IDS, layout), id, by))

describe('columns in their places', () => {
  test('pinned ones at both ends, hidden ones nowhere, the others in the order that is kept', () => {
    expect(shownBy({})).toBe('_id a b c d e')
    expect(shownBy({ order: ['c', 'a'], hidden: ['b'], pinned: ['e'], pinnedRight: ['d', 'e'] })).toBe('<e c a _id d>')
  })
  test('a table that has changed keeps what still fits, and new columns come last', () => {
    const layout = { order: ['c', 'gone', 'a'], pinned: ['lost'], pinnedRight: ['e'] }
    expect(shownBy(layout, ['a', 'b', 'c', 'e', 'new'])).toBe('c a b new e>')
  })
})

describe('moving', () => {
  test('a dropped column stands where it was dropped, and no more is kept than differs', () => {
    const moved = drop({}, 'd', 1)
    expect(shownBy(moved)).toBe('_id d a b c e')
    expect(moved).toEqual({ order: ['_id', 'd'] })
    expect(drop(moved, 'd', 5)).toEqual({})
    expect(shownBy(drop({}, '_id', 6))).toBe('a b c d e _id')
    expect(dropOf(arrangedColumns(IDS, {}), 'a', 2)).toBeNull()
  })
  test('dropped among pinned ones it is pinned, at their edge it stays in its own group', () => {
    const layout = { pinned: ['a', 'b'], pinnedRight: ['e'] }
    expect(shownBy(layout)).toBe('<a <b _id c d e>')
    expect(shownBy(drop(layout, 'd', 1))).toBe('<a <d <b _id c e>')
    expect(shownBy(drop(layout, 'd', 2))).toBe('<a <b d _id c e>')
    expect(shownBy(drop(layout, 'a', 2))).toBe('<b <a _id c d e>')
    expect(shownBy(drop(layout, 'a', 4))).toBe('<b _id c a d e>')
    expect(shownBy(drop(layout, 'c', 6))).toBe('<a <b _id d e> c>')
  })
  test('by a step it stays in its group', () => {
    expect(shownBy(step({}, 'b', 1))).toBe('_id a c b d e')
    expect(shownBy(step({}, 'b', -1))).toBe('_id b a c d e')
    expect(step({ pinned: ['a'] }, 'a', 1)).toEqual({ pinned: ['a'] })
    expect(step({ pinned: ['b', 'a'] }, 'a', -1)).toEqual({ pinned: ['a', 'b'] })
  })
  test('over a hidden column it keeps that in its place', () => {
    expect(shownBy({ ...step({ hidden: ['c'] }, 'b', 1), hidden: [] })).toBe('_id a c d b e')
  })
})

test('pinned on one side it is not on the other, and let go it is back where it was', () => {
  const left = after({}, { kind: 'pin', id: 'c', pin: 'left' })
  const right = after(left, { kind: 'pin', id: 'c', pin: 'right' }, { kind: 'pin', id: 'd', pin: 'right' })
  expect([shownBy(left), shownBy(right)]).toEqual(['<c _id a b d e', '_id a b e d> c>'])
  expect(after(right, { kind: 'pin', id: 'c', pin: null }, { kind: 'pin', id: 'd', pin: null })).toEqual({ pinned: [] })
})

test('widths, formats and lines are kept until they are taken back', () => {
  const format = { as: 'number', thousands: true } as const
  const layout = after(
    {},
    { kind: 'widths', widths: { a: 90, b: 100 } },
    { kind: 'format', id: 'a', format },
    { kind: 'lines', lines: 3 },
  )
  expect(layout).toEqual({ widths: { a: 90, b: 100 }, formats: { a: format }, lines: 3 })
  expect(after(layout, { kind: 'widths', widths: { a: undefined } }).widths).toEqual({ b: 100 })
  expect(after(layout, { kind: 'fit' }, { kind: 'format', id: 'a', format: null })).toEqual({ lines: 3 })
  expect(after(layout, { kind: 'reset' })).toEqual({})
})

describe('as text', () => {
  test('a link gives the same layout back', () => {
    const layout: ColumnLayout = {
      order: ['b', ''],
      pinned: ['é "'],
      pinnedRight: ['z'],
      widths: { constructor: 90 },
      formats: { a: { as: 'number', decimals: 2, percent: true }, b: { as: 'date', style: 'long', monthFirst: true } },
      lines: 2,
    }
    expect(layoutOfText(layoutText(layout))).toEqual(layout)
    expect([layoutText({}), layoutText({ order: [], pinned: [] })]).toEqual(['{}', '{"pinned":[]}'])
  })
  test('what can not be read costs only itself', () => {
    expect(
      layoutOfText('{"pinned":["a"],"pinnedRight":["a","b"],"widths":{"a":"wide","b":1e9,"c":-1},"lines":9}'),
    ).toEqual({
      pinned: ['a'],
      pinnedRight: ['b'],
      widths: { b: 1600, c: 48 },
    })
    expect(layoutOfText('{"formats":{"a":{"as":"number","decimals":99},"b":{"as":"date","style":"x"},"c":7}}')).toEqual(
      {
        formats: { a: { as: 'number' } },
      },
    )
    for (const damaged of ['{', '7', 'null', '[]']) expect(layoutOf(damaged)).toEqual({})
    for (const damaged of ['{', '7', 'null', '[]', '', '{"order":{}}']) expect(layoutOfText(damaged)).toEqual({})
  })
})
